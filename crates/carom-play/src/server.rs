//! The server: listens on the own machine, serves connections, ends cleanly.

use crate::assets::Assets;
use crate::console::Console;
use crate::door::{Door, Place};
use crate::house::House;
use crate::limits::Limits;
use crate::offer::{Offer, told_apart};
use crate::routes::routes;
use crate::scores::Scores;
use crate::shelf::Shelf;
use axum::Router;
use core::time::Duration;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

/// The port that is tried first when none is asked for.
pub const USUAL_PORT: u16 = 3141;
/// How many ports are tried from there on.
const PORTS_TRIED: u16 = 20;
/// Bytes that wait in a connection for a page that does not read. Enough for seconds of frames, too little to fill the memory.
pub(crate) const SEND_BUFFER: u32 = 64 << 10;
/// Between two tries to write scores that could not be written.
const TRY_AGAIN: Duration = Duration::from_secs(20);
/// Bytes of a thread's stack, twice what the deepest script takes; only what is used costs memory.
const STACK: usize = 4 << 20;
/// Threads that play games and shuttle bytes. More would not be busy with as many players as there can be.
const MOST_THREADS: usize = 8;
/// Connections that wait to be taken up.
const BACKLOG: u32 = 256;

/// What a server is made of.
#[derive(Debug, Default)]
pub struct ServerOptions {
    /// The port; none means the usual one, or one of the next if that is taken.
    pub port: Option<u16>,
    /// The tables; the first is the one that the page opens.
    pub tables: Vec<Offer>,
    /// Where high scores are kept; none means in memory only.
    pub scores: Option<PathBuf>,
    /// The folder in which recordings of finished games are kept; none means that they are not.
    pub recordings: Option<PathBuf>,
    /// A folder with the page's files, instead of those in the binary.
    pub page: Option<PathBuf>,
    /// How much of everything.
    pub limits: Limits,
    /// Who is told when something cannot be saved.
    pub console: Console,
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    house: Arc<House>,
    trouble: Vec<String>,
}

impl Server {
    /// Takes a port on the own machine. Pages that come wait until it [runs](Self::run).
    ///
    /// # Errors
    /// When the port that was asked for, or all that were tried, are taken.
    pub async fn bind(options: ServerOptions) -> io::Result<Self> {
        let listener = match options.port {
            Some(port) => listen(port).map_err(|fault| {
                io::Error::new(
                    fault.kind(),
                    format!("cannot listen on port {port}: {fault}; choose another with --port"),
                )
            })?,
            None => first_free()?,
        };
        let address = listener.local_addr()?;
        let (scores, trouble) = Scores::open(options.scores);
        let (shelf, missing) = options.recordings.map(Shelf::open).unzip();
        let trouble: Vec<String> = [trouble, missing.flatten()].into_iter().flatten().collect();
        let assets = options.page.map_or(Assets::BuiltIn, Assets::Folder);
        let scores = scores.telling(options.console.clone());
        let shelf = shelf.map(|shelf| shelf.telling(options.console));
        let house = Arc::new(House::new(told_apart(options.tables), scores, shelf, assets, options.limits));
        Ok(Self { listener, address, house, trouble })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What is wrong with the file of high scores, or with the folder of recordings.
    pub fn trouble(&self) -> &[String] {
        &self.trouble
    }

    /// Serves until `shutdown` comes; then tells everybody, and waits a moment for them to go.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let limits = self.house.limits;
        let router = routes(self.house.clone(), self.address.port());
        let door = Arc::new(Door::new(limits.connections));
        let again = tokio::spawn(try_again(self.house.scores.clone()));
        let mut shutdown = pin!(shutdown);
        loop {
            let stream = tokio::select! {
                taken = self.listener.accept() => taken,
                () = &mut shutdown => break,
            };
            let Ok((stream, _)) = stream else {
                // Out of file handles, mostly: they come back when others end.
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            let place = tokio::select! {
                place = door.enter() => place,
                () = &mut shutdown => break,
            };
            tokio::spawn(connection(stream, router.clone(), self.house.clone(), place));
        }
        drop(self.listener);
        self.house.close();
        let gone = async {
            door.empty().await;
            _ = self.house.places.acquire_many(limits.sessions as u32).await;
        };
        _ = timeout(limits.farewell, gone).await;
        again.abort();
        // The last chance for scores that could not be written so far; the console hears when it fails.
        let scores = self.house.scores.clone();
        _ = spawn_blocking(move || scores.save()).await;
    }
}

/// Tries from time to time to write what could not be written.
async fn try_again(scores: Arc<Scores>) {
    loop {
        sleep(TRY_AGAIN).await;
        if scores.has_unsaved() {
            let scores = scores.clone();
            _ = spawn_blocking(move || scores.save()).await;
        }
    }
}

/// Serves until the process is told to end, by Ctrl-C or by the system. Blocks. `ready` is called as soon as pages can come.
///
/// # Errors
/// When no port can be had, or `ready` fails.
pub fn serve_until_interrupted<E: From<io::Error>>(
    options: ServerOptions,
    ready: impl FnOnce(&Server) -> Result<(), E>,
) -> Result<(), E> {
    // These threads shuttle the bytes of all pages and play their games; what takes a while is done on others.
    let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, MOST_THREADS);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_stack_size(STACK)
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(async {
        let server = Server::bind(options).await?;
        let interrupted = interrupted()?;
        ready(&server)?;
        server.run(interrupted).await;
        Ok(())
    });
    // A table that is being drawn for somebody who has gone need not be finished.
    runtime.shutdown_background();
    outcome
}

/// Comes when somebody wants the process to end.
fn interrupted() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        let asked = async move { _ = terminate.recv().await };
        #[cfg(not(unix))]
        let asked = core::future::pending();
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = asked => {}
        }
    })
}

/// One connection, until it becomes a WebSocket or ends.
async fn connection(stream: TcpStream, router: Router, house: Arc<House>, place: Place) {
    // A frame is one small packet, and must not wait for another.
    _ = stream.set_nodelay(true);
    let limits = house.limits;
    let (service, visitor) = (TowerToHyperService::new(router), &place.visitor);
    let service = service_fn(|request| async {
        visitor.set_busy(true);
        let answer = service.call(request).await;
        visitor.set_busy(false);
        answer
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request_time)
        .max_buf_size(limits.header_bytes)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut served = pin!(served);
    let mut closing = house.closing();
    tokio::select! {
        _ = served.as_mut() => return,
        () = visitor.asked_to_go() => return,
        _ = closing.changed() => {}
        () = sleep(limits.answer_time) => {}
    }
    // What is being answered is finished, if the other side reads it.
    served.as_mut().graceful_shutdown();
    _ = timeout(limits.farewell, served).await;
}

fn first_free() -> io::Result<TcpListener> {
    for port in USUAL_PORT..USUAL_PORT + PORTS_TRIED {
        match listen(port) {
            Err(fault) if fault.kind() == io::ErrorKind::AddrInUse => {}
            other => return other,
        }
    }
    let last = USUAL_PORT + PORTS_TRIED - 1;
    let message = format!("the ports {USUAL_PORT} to {last} are all taken; choose another with --port");
    Err(io::Error::new(io::ErrorKind::AddrInUse, message))
}

fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // Connections of a server that has just ended do not keep the port; on Windows the same word would share it.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
    socket.listen(BACKLOG)
}
