//! Who may ask, and what every answer says about itself.
//!
//! The server listens on the own machine only, but any page in the browser can send requests there. So a request must name
//! this machine as its host (or another site's name could be made to point here), and one that says which page it comes from
//! must come from ours.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// Names of this machine.
const HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Lets through what comes from the own page, and marks the answers.
pub(crate) async fn check(State(port): State<u16>, request: Request, next: Next) -> Response {
    let mut answer = match allowed(request.headers(), request.uri(), port) {
        Ok(()) => next.run(request).await,
        Err(why) => (StatusCode::FORBIDDEN, why).into_response(),
    };
    mark(answer.headers_mut(), port);
    answer
}

fn allowed(headers: &HeaderMap, uri: &Uri, port: u16) -> Result<(), &'static str> {
    let host = only(headers, HOST).ok_or("the request must name one host\n")?;
    if !is_ours(host, port) || uri.authority().is_some_and(|named| named.as_str() != host) {
        return Err("this server is only for pages on this machine\n");
    }
    let socket = headers.contains_key(UPGRADE);
    match only(headers, ORIGIN) {
        None if headers.contains_key(ORIGIN) => Err("the request must name one origin\n"),
        None if socket => Err("a WebSocket must say from which page it comes\n"),
        None => Ok(()),
        Some(origin) if origin.strip_prefix("http://") == Some(host) => Ok(()),
        Some(_) => Err("the request comes from another site's page\n"),
    }
}

fn is_ours(host: &str, port: u16) -> bool {
    HOSTS.iter().any(|name| {
        host.strip_prefix(name).is_some_and(|rest| match rest.strip_prefix(':') {
            Some(number) => number == port.to_string(),
            // Browsers leave out the port of plain HTTP.
            None => rest.is_empty() && port == 80,
        })
    })
}

/// The value of a header that comes once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn mark(headers: &mut HeaderMap, port: u16) {
    // Not every browser takes 'self' for WebSockets as well; and none takes an address in brackets.
    let policy = format!(
        "default-src 'self'; connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; img-src 'self' data: blob:; \
         style-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    let fixed = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(HeaderName, &str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn only_this_machine_is_a_host() {
        for host in ["127.0.0.1:3141", "localhost:3141", "[::1]:3141"] {
            assert_eq!(allowed(&headers(&[(HOST, host)]), &Uri::from_static("/"), 3141), Ok(()), "{host}");
        }
        for host in ["", "example.org", "example.org:3141", "localhost", "localhost:80", "localhost:3141.example.org"] {
            assert!(allowed(&headers(&[(HOST, host)]), &Uri::from_static("/"), 3141).is_err(), "{host}");
        }
        assert!(allowed(&HeaderMap::new(), &Uri::from_static("/"), 3141).is_err(), "no host at all");
        let mut two = headers(&[(HOST, "localhost:3141")]);
        two.append(HOST, HeaderValue::from_static("example.org"));
        assert!(allowed(&two, &Uri::from_static("/"), 3141).is_err(), "two hosts");
        let other = Uri::from_static("http://example.org/");
        assert!(allowed(&headers(&[(HOST, "localhost:3141")]), &other, 3141).is_err(), "another one in the address");
        assert_eq!(allowed(&headers(&[(HOST, "localhost")]), &Uri::from_static("/"), 80), Ok(()));
    }

    #[test]
    fn only_the_own_page_is_an_origin() {
        let ask = |list: &[(HeaderName, &str)]| {
            let mut headers = headers(list);
            headers.insert(HOST, HeaderValue::from_static("localhost:3141"));
            allowed(&headers, &Uri::from_static("/ws"), 3141)
        };
        assert_eq!(ask(&[(ORIGIN, "http://localhost:3141"), (UPGRADE, "websocket")]), Ok(()));
        assert!(ask(&[(UPGRADE, "websocket")]).is_err(), "a browser says where a WebSocket comes from");
        let others =
            ["null", "http://127.0.0.1:3141", "https://localhost:3141", "http://localhost:3142", "http://x.org"];
        for origin in others {
            assert!(ask(&[(ORIGIN, origin)]).is_err(), "{origin}");
        }
    }
}
