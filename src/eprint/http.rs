//! One request over HTTP, and what came of it. Compiled with the feature `net` only.

use std::io::Read;
use std::time::{Duration, Instant, SystemTime};

use reqwest::Url;
use reqwest::blocking::{Client, Response};
use reqwest::header::{CONTENT_LENGTH, LOCATION, RETRY_AFTER};

use super::client::{Reply, Trouble};

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(20);
/// How long a server may say nothing.
const SILENCE: Duration = Duration::from_secs(60);
/// How long one answer may take.
const WHOLE: Duration = Duration::from_secs(15 * 60);

/// What sends requests.
pub struct Wire {
    client: Client,
}

impl Wire {
    /// A client that gives its name, follows no redirect by itself and decodes nothing.
    pub fn new(user_agent: &str, loopback: bool) -> Result<Wire, String> {
        // Another provider that somebody installed before does as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = Client::builder()
            .user_agent(user_agent)
            .connect_timeout(CONNECT)
            .timeout(SILENCE)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false);
        let builder = if loopback { builder.no_proxy() } else { builder };
        builder.build().map(|client| Wire { client }).map_err(|error| cause(&error))
    }

    /// Asks for an address; `limit` is the most bytes that an answer may have.
    pub fn get(&self, address: &str, limit: usize) -> Result<Reply, Trouble> {
        let passing = |error: reqwest::Error| Trouble { why: cause(&error), passing: !error.is_builder() };
        let mut response = self.client.get(address).send().map_err(passing)?;
        let header = |response: &Response, name| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_string)
        };
        let status = response.status();
        let moved = header(&response, LOCATION)
            .filter(|_| matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308))
            .map(|location| step(address, &location));
        let retry_after = header(&response, RETRY_AFTER).and_then(|text| delay(&text));
        let stated = header(&response, CONTENT_LENGTH).and_then(|text| text.parse::<usize>().ok());
        if stated.is_some_and(|stated| stated > limit) {
            return Err(too_long(limit));
        }
        let body = if moved.is_some() { Vec::new() } else { read(&mut response, limit, stated)? };
        Ok(Reply { status: status.as_u16(), moved, retry_after, body })
    }
}

fn read(response: &mut Response, limit: usize, stated: Option<usize>) -> Result<Vec<u8>, Trouble> {
    let began = Instant::now();
    let mut body = Vec::new();
    let mut buffer = [0; 1 << 14];
    loop {
        let broken = |why: String| {
            let of = stated.map_or(String::new(), |stated| format!(" of {stated}"));
            Trouble {
                why: format!("the answer broke off after {} bytes{of}: {why}", body.len()),
                passing: true,
            }
        };
        if began.elapsed() > WHOLE {
            let slow = broken(format!("it took more than {} minutes", WHOLE.as_secs() / 60));
            return Err(Trouble { passing: false, ..slow });
        }
        let count = response.read(&mut buffer).map_err(|error| broken(cause(&error)))?;
        if count == 0 {
            return Ok(body);
        }
        body.extend_from_slice(&buffer[..count]);
        if body.len() > limit {
            return Err(too_long(limit));
        }
    }
}

fn too_long(limit: usize) -> Trouble {
    Trouble { why: format!("the answer is longer than {} MiB", limit >> 20), passing: false }
}

/// The innermost cause of an error: what is around it names the address again, and the parts of the client.
fn cause(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(cause) = innermost.source() {
        innermost = cause;
    }
    innermost.to_string()
}

/// The address that a redirect leads to, or why it is not followed: it stays with the host and the port that were asked
/// or with arXiv, and never leaves TLS.
fn step(from: &str, location: &str) -> Result<String, String> {
    let from = Url::parse(from).map_err(|error| error.to_string())?;
    let to = from.join(location).map_err(|error| format!("it is no address ({error})"))?;
    match (from.scheme(), to.scheme()) {
        (_, "https") | ("http", "http") => (),
        ("https", "http") => return Err("it leaves TLS".to_string()),
        (_, scheme) => return Err(format!("its scheme is `{scheme}`")),
    }
    let host = to.host_str().unwrap_or_default();
    let same = (Some(host), to.port()) == (from.host_str(), from.port());
    let known = same || to.port().is_none() && (host == "arxiv.org" || host.ends_with(".arxiv.org"));
    if known {
        return Ok(to.to_string());
    }
    let port = to.port().map_or(String::new(), |port| format!(":{port}"));
    Err(format!("it leads to another host, `{host}{port}`"))
}

/// `Retry-After`: seconds, or a date.
fn delay(text: &str) -> Option<Duration> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    Some(until.duration_since(SystemTime::now()).unwrap_or(Duration::ZERO))
}

/// The host of an address with its port, if it is one to be asked: `None` if it is no http or https address.
pub fn host(address: &str) -> Option<String> {
    let url = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let host = url.host_str()?;
    Some(url.port().map_or(host.to_string(), |port| format!("{host}:{port}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_stay_with_the_host_or_with_arxiv_and_never_leave_tls() {
        let from = "https://export.arxiv.org/src/2406.02107v1";
        assert_eq!(
            step(from, "/e-print/2406.02107v1").as_deref(),
            Ok("https://export.arxiv.org/e-print/2406.02107v1")
        );
        assert_eq!(step(from, "https://arxiv.org/x").as_deref(), Ok("https://arxiv.org/x"));
        assert_eq!(step(from, "http://arxiv.org/x"), Err("it leaves TLS".to_string()));
        assert_eq!(step(from, "file:///etc/passwd"), Err("its scheme is `file`".to_string()));
        assert_eq!(
            step(from, "//evil.example/"),
            Err("it leads to another host, `evil.example`".to_string())
        );
        assert_eq!(
            step(from, "https://notarxiv.org/"),
            Err("it leads to another host, `notarxiv.org`".to_string())
        );
        assert_eq!(
            step("http://127.0.0.1:1/a", "http://127.0.0.1:22/"),
            Err("it leads to another host, `127.0.0.1:22`".to_string())
        );
        assert!(step(from, "https://arxiv.org:8443/x").is_err());
        assert_eq!(step("http://127.0.0.1:1/a", "b").as_deref(), Ok("http://127.0.0.1:1/b"));
    }

    #[test]
    fn a_server_asks_for_patience_in_seconds_or_by_a_date() {
        assert_eq!(delay(" 120 "), Some(Duration::from_secs(120)));
        assert_eq!(delay("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert_eq!(delay("99999999999999999999999"), Some(Duration::from_secs(u64::MAX)));
        assert_eq!(delay("soon"), None);
        assert_eq!(delay(""), None);
    }
}
