//! What the page is told when something cannot be done.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// One line for people, with the status that fits.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    text: String,
}

impl ApiError {
    /// The request is at fault.
    pub fn bad(error: impl ToString) -> Self {
        Self { status: StatusCode::BAD_REQUEST, text: error.to_string() }
    }

    /// The error as a line of JSON.
    pub fn line(&self) -> String {
        json!({ "error": self.text }).to_string()
    }

    /// Too much is asked at once.
    pub fn busy() -> Self {
        let text = "too many searches at once; close another tab".into();
        Self { status: StatusCode::SERVICE_UNAVAILABLE, text }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.text }))).into_response()
    }
}
