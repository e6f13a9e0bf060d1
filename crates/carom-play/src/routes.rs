//! What can be asked for: the page, its tables, their scores, and a seat at one.

use crate::billiards::{self, Room, Setup};
use crate::guard;
use crate::house::House;
use crate::limits::Limits;
use crate::offer::Offer;
use crate::request::RATES;
use crate::socket;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde::Deserialize;
use std::sync::Arc;

/// Bytes that are read from a WebSocket at a time.
const PIECE: usize = 4 << 10;

type Shared = State<Arc<House>>;

const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";

/// All routes, behind the guard.
pub(crate) fn routes(house: Arc<House>, port: u16) -> Router {
    Router::new()
        .route("/", get(async |State(house): Shared, headers: HeaderMap| house.assets.answer("index.html", &headers)))
        .route("/page/{*path}", get(page))
        .route("/api/tables", get(tables))
        .route("/api/tables/{name}/scene", get(scene))
        .route("/api/tables/{name}/picture.svg", get(picture))
        .route("/api/tables/{name}/colliders", get(colliders))
        .route("/api/scores/{name}", get(scores))
        .route("/api/games", get(games))
        .route("/ws", get(sit_down))
        .route("/billiards", get(chalk_up))
        .fallback(async || (StatusCode::NOT_FOUND, "there is nothing here\n"))
        .with_state(house)
        .layer(from_fn_with_state(port, guard::check))
}

async fn page(State(house): Shared, Path(path): Path<String>, headers: HeaderMap) -> Response {
    apart(move || house.assets.answer(&path, &headers)).await
}

async fn tables(State(house): Shared) -> Response {
    apart(move || {
        let list: Vec<_> = house.offers.iter().map(|offer| offer.entry()).collect();
        typed(JSON, serde_json::Value::from(list).to_string())
    })
    .await
}

async fn scene(State(house): Shared, Path(name): Path<String>) -> Response {
    drawn(house, name, JSON, |offer| offer.scene()).await
}

async fn picture(State(house): Shared, Path(name): Path<String>) -> Response {
    drawn(house, name, SVG, |offer| offer.picture()).await
}

async fn colliders(State(house): Shared, Path(name): Path<String>) -> Response {
    drawn(house, name, JSON, |offer| offer.colliders()).await
}

async fn scores(State(house): Shared, Path(name): Path<String>) -> Response {
    let Some(offer) = house.offer(&name) else { return no_table() };
    match serde_json::to_string(&house.scores.list(&offer.key)) {
        Ok(text) => typed(JSON, text),
        Err(fault) => (StatusCode::INTERNAL_SERVER_ERROR, fault.to_string()).into_response(),
    }
}

async fn games() -> Response {
    typed(JSON, billiards::games().to_string())
}

/// What is said in the address of a WebSocket.
#[derive(Debug, Deserialize)]
struct Seat {
    table: Option<String>,
    rate: Option<f64>,
}

async fn sit_down(State(house): Shared, Query(seat): Query<Seat>, upgrade: WebSocketUpgrade) -> Response {
    let hz = seat.rate.unwrap_or(60.0);
    if !RATES.contains(&hz) {
        return (StatusCode::BAD_REQUEST, "rate must be from 30 to 240\n").into_response();
    }
    let offer = match &seat.table {
        Some(name) => house.offer(name).cloned(),
        None => house.offers.first().cloned(),
    };
    let Some(offer) = offer else { return no_table() };
    let Ok(place) = house.places.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "all tables are taken\n").into_response();
    };
    bounded(upgrade, &house.limits).on_upgrade(async move |connection| {
        socket::serve(connection, offer, house, hz).await;
        drop(place);
    })
}

async fn chalk_up(State(house): Shared, Query(setup): Query<Setup>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(place) = house.places.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "all tables are taken\n").into_response();
    };
    let room = match Room::open(&setup) {
        Ok(room) => room,
        Err(why) => return (StatusCode::NOT_FOUND, why + "\n").into_response(),
    };
    bounded(upgrade, &house.limits).on_upgrade(async move |connection| {
        billiards::socket::serve(connection, room, house).await;
        drop(place);
    })
}

/// A WebSocket with bounds. It reads in small pieces: what pages say is short, and the room for a piece is made ready, byte by
/// byte, every time somebody looks whether there is one. With the usual 128 KiB that was a sixth of all the server's work.
fn bounded(upgrade: WebSocketUpgrade, limits: &Limits) -> WebSocketUpgrade {
    let most = limits.message_bytes;
    upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(PIECE)
}

/// Something that is made of a table when it is first asked for.
async fn drawn(
    house: Arc<House>,
    name: String,
    kind: &'static str,
    make: impl FnOnce(&Offer) -> Result<&str, &str> + Send + 'static,
) -> Response {
    apart(move || {
        let Some(offer) = house.offer(&name) else { return no_table() };
        match make(offer) {
            Ok(text) => typed(kind, text.to_owned()),
            Err(fault) => (StatusCode::INTERNAL_SERVER_ERROR, fault.to_owned()).into_response(),
        }
    })
    .await
}

/// Work that takes a while goes to another thread: those that shuttle bytes must not wait.
async fn apart(work: impl FnOnce() -> Response + Send + 'static) -> Response {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

fn typed(kind: &'static str, text: String) -> Response {
    ([(CONTENT_TYPE, kind)], text).into_response()
}

fn no_table() -> Response {
    (StatusCode::NOT_FOUND, "there is no such table\n").into_response()
}
