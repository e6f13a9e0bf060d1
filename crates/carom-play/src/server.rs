//! The server: listens on the own machine, serves connections, ends cleanly.

use crate::assets::Assets;
use crate::house::House;
use crate::limits::Limits;
use crate::offer::{Offer, told_apart};
use crate::routes::routes;
use crate::scores::Scores;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// The port that is tried first when none is asked for.
pub const USUAL_PORT: u16 = 3141;
/// How many ports are tried from there on.
const PORTS_TRIED: u16 = 20;
/// Bytes that wait in a connection for a page that does not read. Enough for seconds of frames, too little to fill the memory.
const SEND_BUFFER: u32 = 64 << 10;
/// Connections that wait to be taken up.
const BACKLOG: u32 = 256;

/// What a server is made of.
#[derive(Debug)]
pub struct ServerOptions {
    /// The port; none means the usual one, or one of the next if that is taken.
    pub port: Option<u16>,
    /// The tables; the first is the one that the page opens.
    pub tables: Vec<Offer>,
    /// Where high scores are kept; none means in memory only.
    pub scores: Option<PathBuf>,
    /// A folder with the page's files, instead of those in the binary.
    pub page: Option<PathBuf>,
    /// How much of everything.
    pub limits: Limits,
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    house: Arc<House>,
    trouble: Option<String>,
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
        let assets = options.page.map_or(Assets::BuiltIn, Assets::Folder);
        let house = Arc::new(House::new(told_apart(options.tables), scores, assets, options.limits));
        Ok(Self { listener, address, house, trouble })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to say about the file of high scores, if something is wrong with it.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Serves until `shutdown` comes; then tells everybody, and waits a moment for them to go.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let limits = self.house.limits;
        let router = routes(self.house.clone(), self.address.port());
        let seats = Arc::new(Semaphore::new(limits.connections));
        let mut shutdown = pin!(shutdown);
        loop {
            let place = tokio::select! {
                place = seats.clone().acquire_owned() => place,
                () = &mut shutdown => break,
            };
            let stream = tokio::select! {
                taken = self.listener.accept() => taken,
                () = &mut shutdown => break,
            };
            match stream {
                Ok((stream, _)) => {
                    let serve = connection(stream, router.clone(), self.house.clone());
                    tokio::spawn(async move {
                        serve.await;
                        drop(place);
                    });
                }
                // Out of file handles, mostly: they come back when others end.
                Err(_) => sleep(core::time::Duration::from_millis(50)).await,
            }
        }
        drop(self.listener);
        self.house.close();
        let gone = async {
            _ = seats.acquire_many(limits.connections as u32).await;
            _ = self.house.places.acquire_many(limits.sessions as u32).await;
        };
        _ = timeout(limits.farewell, gone).await;
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
    // Two threads shuttle the bytes of all pages; every game has its own.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
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
async fn connection(stream: TcpStream, router: Router, house: Arc<House>) {
    // A frame is one small packet, and must not wait for another.
    _ = stream.set_nodelay(true);
    let limits = house.limits;
    let service = TowerToHyperService::new(router);
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
