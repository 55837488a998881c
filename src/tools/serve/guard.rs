//! Who may ask: programs and pages on this machine that know the address.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The hosts under which this server is known, with their port.
#[derive(Clone, Debug)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Those of the loopback address with this port.
    pub fn of(port: u16) -> Self {
        Self(["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}")).into())
    }

    /// Why a request with these headers is refused, if it is.
    pub fn refusal(&self, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        // A page elsewhere may have its own name point at this machine.
        if !text(header::HOST).is_some_and(|host| self.0.iter().any(|own| own == host)) {
            return Some("this server answers to 127.0.0.1 and localhost only\n");
        }
        let origin = headers.get(header::ORIGIN)?;
        let own = |origin: &str| {
            let host = origin.strip_prefix("http://");
            host.is_some_and(|host| self.0.iter().any(|own| own == host))
        };
        if origin.to_str().is_ok_and(own) { None } else { Some("another page asks: refused\n") }
    }
}

/// Lets a request through, or refuses it.
pub async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    match hosts.refusal(request.headers()) {
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
        None => next.run(request).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        Hosts::of(8080).refusal(&headers).is_some()
    }

    #[test]
    fn only_this_machine_and_this_page_may_ask() {
        assert!(!refused("127.0.0.1:8080", None));
        assert!(!refused("localhost:8080", Some("http://localhost:8080")));
        assert!(refused("example.org", None));
        assert!(refused("127.0.0.1:80", None));
        assert!(refused("127.0.0.1:8080", Some("http://example.org")));
        assert!(refused("127.0.0.1:8080", Some("null")));
        assert!(Hosts::of(1).refusal(&HeaderMap::new()).is_some());
    }
}
