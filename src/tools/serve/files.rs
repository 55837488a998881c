//! The page itself, as it was built from `web/src`.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::board::Role;
use crate::tools::diagram::pieces::symbols;

const PAGE: &str = include_str!("../../../web/dist/index.html");
const SCRIPT: &str = include_str!("../../../web/dist/page.js");
const WATCH_PAGE: &str = include_str!("../../../web/dist/watch.html");
const WATCH_SCRIPT: &str = include_str!("../../../web/dist/watch.js");
const STYLE: &str = include_str!("../../../web/dist/page.css");

/// What the page may load: nothing from anywhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// A file of the page.
pub fn file(name: &str) -> Response {
    let (kind, text) = match name {
        "" | "index.html" => {
            // The shapes of the pieces are those of all pictures.
            let page = PAGE.replace("<!--pieces-->", &symbols(&Role::ALL));
            ("text/html; charset=utf-8", page)
        }
        "watch.html" => {
            let page = WATCH_PAGE.replace("<!--pieces-->", &symbols(&Role::ALL));
            ("text/html; charset=utf-8", page)
        }
        "watch.js" => ("text/javascript; charset=utf-8", WATCH_SCRIPT.to_owned()),
        "page.js" => ("text/javascript; charset=utf-8", SCRIPT.to_owned()),
        "page.css" => ("text/css; charset=utf-8", STYLE.to_owned()),
        _ => return (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, text).into_response()
}
