//! The client: asks arXiv about an e-print, then for its source, and keeps what is worth keeping.
//!
//! It asks as seldom as it can: one request for all that is known of an e-print, one for a version that is not in the
//! cache. Between two requests of all processes with one cache lie three seconds, as arXiv's terms of use ask; a
//! redirect counts as a request.

use std::time::Duration;

use super::bundle::Bundle;
use super::cache::{Cache, Held};
use super::http::{self, Wire};
use super::id::Id;
use super::metadata::{Metadata, one_line};
use super::pace::{BELIEVED, PATIENCE, Pace};
use crate::diagnostic::Diagnostic;

/// The host that arXiv sets apart for programs.
const SOURCES: &str = "https://export.arxiv.org";
/// Where arXiv's metadata are; `export.arxiv.org/oai2` redirects here.
const RECORDS: &str = "https://oaipmh.arxiv.org/oai";
/// One request in three seconds, by arXiv's terms of use.
const INTERVAL: Duration = Duration::from_secs(3);
/// How often the same is asked for before giving up.
const ATTEMPTS: u32 = 4;
/// The most redirects in a row.
const REDIRECTS: u32 = 5;
/// The most bytes of an e-print as it arrives.
const MAX_SOURCE: usize = 100 << 20;
/// The most bytes of a record.
const MAX_RECORD: usize = 4 << 20;

/// Whom to ask, and how often.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// An address that stands for `https://export.arxiv.org`, and answers to `/src/ID` and `/oai2` as that does.
    pub mirror: Option<String>,
    /// The time between two requests to a mirror that permits more than arXiv does; arXiv itself is never asked more
    /// often than it permits.
    pub interval: Option<Duration>,
    /// Whom arXiv may write to.
    pub contact: Option<String>,
}

/// Why an e-print was not fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is no such e-print, or no such version.
    Absent,
    /// The version was withdrawn, and has no files.
    Withdrawn,
    /// There is no source in TeX.
    NoSource,
    /// What arrived is damaged, truncated, hostile or no e-print.
    Unsound,
    /// The same version has other contents than before.
    Changed,
    /// arXiv refuses to serve us: whoever goes on is taken for an attacker.
    Forbidden,
    /// No connection, no whole answer, or a server that is busy.
    Unreachable,
    /// It is for us to mend: an address, the cache, a program built without a network.
    Ours,
}

/// Why an e-print was not fetched, in words for the user.
#[derive(Clone, Debug)]
pub struct Failure {
    pub why: Why,
    pub told: Diagnostic,
}

/// A problem of ours.
impl From<Diagnostic> for Failure {
    fn from(told: Diagnostic) -> Failure {
        Failure { why: Why::Ours, told }
    }
}

fn failure(why: Why, message: impl Into<String>) -> Failure {
    Failure { why, told: Diagnostic::error(message) }
}

impl Failure {
    fn note(mut self, note: impl Into<String>) -> Failure {
        self.told = self.told.note(note);
        self
    }
}

/// What fetches e-prints into a cache.
pub struct Client<'a> {
    cache: &'a Cache,
    wire: Wire,
    /// The pace at which arXiv is asked, also when a mirror sends us there.
    of_arxiv: Pace,
    of_mirror: Option<Pace>,
    /// What `/src/` is appended to.
    sources: String,
    /// What the question about a record is appended to.
    records: String,
    tell: &'a dyn Fn(&str),
}

impl<'a> Client<'a> {
    /// A client for arXiv or a mirror; `tell` is called with what a person who waits would like to know.
    ///
    /// # Errors
    /// A mirror that is no http or https address; a program built without the feature `net`.
    pub fn new(cache: &'a Cache, access: &Access, tell: &'a dyn Fn(&str)) -> Result<Client<'a>, Failure> {
        let mirror = access.mirror.as_deref().map(|mirror| mirror.trim().trim_end_matches('/'));
        // A path is appended to it, which a question or a fragment would swallow.
        let plain = |mirror: &str| !mirror.contains(['?', '#']);
        let host = match mirror {
            None => "arxiv.org".to_string(),
            Some(mirror) => http::host(mirror).filter(|_| plain(mirror)).ok_or_else(|| {
                failure(Why::Ours, format!("`{}` is no address of a mirror", one_line(&public(mirror))))
                    .note("an address begins with https:// or http://, and has neither ? nor #")
            })?,
        };
        let name = host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name);
        let pace = |file: &str, interval| Pace::new(cache.folder().join("pace").join(file), interval);
        let of_mirror = (!is_arxiv(&host)).then(|| {
            let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
            let file: String = host.chars().map(plain).collect();
            pace(&file, access.interval.unwrap_or(INTERVAL))
        });
        let loopback = matches!(name, "localhost" | "[::1]") || name.starts_with("127.");
        let wire = Wire::new(&user_agent(access.contact.as_deref()), loopback).map_err(|why| {
            failure(Why::Ours, why).note("e-prints that are in the cache can be read all the same")
        })?;
        Ok(Client {
            cache,
            wire,
            of_arxiv: pace("arxiv.org", INTERVAL),
            of_mirror,
            sources: mirror.unwrap_or(SOURCES).to_string(),
            records: mirror.map_or(RECORDS.to_string(), |mirror| format!("{mirror}/oai2")),
            tell,
        })
    }

    /// Fetches a version, or the newest that was not withdrawn, unless it is in the cache already; `again` fetches it
    /// all the same, and compares. What arXiv says of the e-print is asked anew every time.
    ///
    /// # Errors
    /// See [`Why`]; what was in the cache before is there still.
    pub fn fetch(&self, id: &Id, version: Option<u32>, again: bool) -> Result<Held, Failure> {
        let metadata = self.metadata(id, version).map_err(|failed| match self.cache.get(id, version) {
            Ok(Some(held)) => failed.note(format!("{} is in the cache", held.name())),
            _ => failed,
        })?;
        let version = choose(id, version, &metadata)?;
        let name = id.with_version(version);
        // What is damaged in the cache is as good as absent.
        let before = self.cache.get(id, Some(version)).ok().flatten();
        if let Some(held) = before.as_ref().filter(|_| !again) {
            self.cache.note(id, &metadata)?;
            return Ok(Held { metadata, ..held.clone() });
        }
        (self.tell)(&format!("fetching {name}"));
        let bytes = self.source(id, version)?;
        let bundle = Bundle::from_bytes(&name, &bytes).map_err(|told| Failure { why: Why::Unsound, told })?;
        if bundle.is_withdrawal() {
            return Err(failure(
                Why::Withdrawn,
                format!("{name} was withdrawn: its source says so and nothing else"),
            )
            .note("an earlier version may still be there"));
        }
        if let Some(words) = bundle.words_without_tex() {
            let message = format!("{name} is no e-print: it is text without a command of TeX, \"{words}\"");
            return Err(failure(Why::Unsound, message));
        }
        if let Some(before) = before
            && before.bundle()?.contents_sha256() != bundle.contents_sha256()
        {
            return Err(failure(
                Why::Changed,
                format!("{name} is not what it was: the same version has other contents"),
            )
            .note(format!("in the cache  {} ({} bytes)", before.sha256, before.size))
            .note(format!("fetched       {} ({} bytes)", super::bundle::sha256(&bytes), bytes.len()))
            .note("the cache keeps the former; `referee cache prune ID` lets go of it"));
        }
        Ok(self.cache.put(id, version, &metadata, bytes)?)
    }

    /// What arXiv says of an e-print. Where the answer cannot be read and the version is known, there is no need for it.
    fn metadata(&self, id: &Id, version: Option<u32>) -> Result<Metadata, Failure> {
        let question = format!("verb=GetRecord&identifier=oai:arXiv.org:{id}&metadataPrefix=arXivRaw");
        let absent = || {
            failure(Why::Absent, format!("there is no e-print {id}"))
                .note(format!("see https://arxiv.org/abs/{id}, or look for a slip of the pen"))
        };
        let body = match self.get(&format!("{}?{question}", self.records), MAX_RECORD) {
            Err(Failure { why: Why::Absent, .. }) => return Err(absent()),
            answer => answer?,
        };
        match Metadata::read(&body, id) {
            Ok(Some(metadata)) => Ok(metadata),
            Ok(None) => Err(absent()),
            Err(told) if version.is_none() => {
                Err(Failure { why: Why::Unsound, told: told.note(format!("name the version: {id}v1")) })
            }
            Err(told) => {
                (self.tell)(&format!("{}; its title and licence stay unknown", told.message));
                let before = self.cache.get(id, None).ok().flatten();
                Ok(before.map(|held| held.metadata).unwrap_or_default())
            }
        }
    }

    fn source(&self, id: &Id, version: u32) -> Result<Vec<u8>, Failure> {
        let name = id.with_version(version);
        self.get(&format!("{}/src/{name}", self.sources), MAX_SOURCE).map_err(|failed| match failed.why {
            Why::Absent => failure(Why::Absent, format!("there is no source of {name}"))
                .note(format!("arXiv knows the e-print: see https://arxiv.org/abs/{name}")),
            _ => failed,
        })
    }

    /// The pace at which an address is asked.
    fn pace(&self, address: &str) -> &Pace {
        let of_mirror =
            self.of_mirror.as_ref().filter(|_| !http::host(address).is_some_and(|h| is_arxiv(&h)));
        of_mirror.unwrap_or(&self.of_arxiv)
    }

    /// The body of what an address holds, after redirects, and after waiting for a server that is busy.
    fn get(&self, address: &str, limit: usize) -> Result<Vec<u8>, Failure> {
        let mut address = address.to_string();
        let (mut attempt, mut redirects) = (1, 0);
        loop {
            // Who was told that it is asked again need not be told of the wait.
            let tell = if attempt > 1 { &|_: &str| () } else { self.tell };
            let pace = self.pace(&address);
            let turn = match pace.turn(tell)? {
                Ok(turn) => turn,
                Err(left) => return Err(busy(left)),
            };
            let answer = self.wire.get(&address, limit);
            let backoff = pace.interval.saturating_mul(1 << attempt);
            let (told, wait) = match answer {
                Ok(Reply { status: 429 | 500 | 502 | 503 | 504, .. })
                | Err(Trouble { passing: true, .. }) => {
                    let asked_for = answer.as_ref().ok().and_then(|reply| reply.retry_after);
                    (refusal(&address, answer), asked_for.unwrap_or_default().max(backoff).min(BELIEVED))
                }
                Ok(Reply { status: 200, body, .. }) => {
                    turn.end(Duration::ZERO)?;
                    return Ok(body);
                }
                Ok(Reply { moved: Some(to), .. }) => {
                    turn.end(Duration::ZERO)?;
                    redirects += 1;
                    address = followed(&address, to, redirects)?;
                    continue;
                }
                answer => {
                    turn.end(Duration::ZERO)?;
                    return Err(refusal(&address, answer));
                }
            };
            turn.end(wait)?;
            if wait > PATIENCE {
                return Err(busy(wait));
            }
            if attempt == ATTEMPTS {
                return Err(told.note(format!("asked {ATTEMPTS} times")));
            }
            attempt += 1;
            let seconds = wait.as_millis().div_ceil(1000);
            (self.tell)(&format!("{}; asking again in {seconds} s", told.told.message));
        }
    }
}

/// Why an answer is none.
fn refusal(address: &str, answer: Result<Reply, Trouble>) -> Failure {
    let address = public(address);
    match answer {
        Ok(reply) if reply.status == 403 => {
            failure(Why::Forbidden, format!("{address} answers {}", status(&reply))).note(
                "stop here: whoever goes on asking after a 403 is taken for an attacker, and locked out",
            )
        }
        Ok(Reply { status: 404 | 410, .. }) => failure(Why::Absent, format!("{address} is not there")),
        Ok(reply) => failure(Why::Unreachable, format!("{address} answers {}", status(&reply))),
        Err(trouble) => failure(Why::Unreachable, format!("{address} cannot be had: {}", trouble.why)),
    }
}

/// The version to fetch.
fn choose(id: &Id, wanted: Option<u32>, metadata: &Metadata) -> Result<u32, Failure> {
    let Some(newest) = metadata.newest() else {
        return wanted.ok_or_else(|| failure(Why::Unsound, format!("no version of {id} is known")));
    };
    let standing = metadata.newest_standing();
    let Some(chosen) = wanted.or(standing.map(|standing| standing.number)) else {
        let failed = failure(Why::Withdrawn, format!("{id} was withdrawn, and no version of it is left"));
        return Err(commented(failed, metadata));
    };
    let Some(version) = metadata.versions.iter().find(|version| version.number == chosen) else {
        return Err(failure(Why::Absent, format!("there is no version {chosen} of {id}"))
            .note(format!("the newest is v{}", newest.number)));
    };
    if version.withdrawn {
        let failed =
            failure(Why::Withdrawn, format!("{} is a withdrawal: it has no files", id.with_version(chosen)));
        let failed = commented(failed, metadata);
        return Err(match standing {
            Some(standing) => {
                failed.note(format!("the newest version with files is {}", id.with_version(standing.number)))
            }
            None => failed,
        });
    }
    let none = if version.foreign {
        "was not written in TeX"
    } else if version.secret {
        "has a source that its authors do not give away"
    } else {
        return Ok(chosen);
    };
    Err(failure(Why::NoSource, format!("{} {none}: there is nothing to read", id.with_version(chosen))))
}

fn commented(failed: Failure, metadata: &Metadata) -> Failure {
    if metadata.comments.is_empty() {
        failed
    } else {
        failed.note(format!("its authors say: {}", metadata.comments))
    }
}

/// Whether a host, with or without a port, is arXiv's.
fn is_arxiv(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).trim_end_matches('.');
    name == "arxiv.org" || name.ends_with(".arxiv.org")
}

/// An address without the name and the password that may be in it.
fn public(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        return address.to_string();
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

/// Where a redirect leads.
fn followed(from: &str, to: Result<String, String>, redirects: u32) -> Result<String, Failure> {
    let astray = |why: String| {
        failure(Why::Unreachable, format!("a redirect from {} is not followed: {why}", public(from)))
    };
    if redirects > REDIRECTS {
        return Err(astray(format!("there were {REDIRECTS} before it")));
    }
    to.map_err(astray)
}

fn busy(left: Duration) -> Failure {
    let minutes = left.as_secs().div_ceil(60);
    failure(Why::Unreachable, format!("the server asks to be left alone for {minutes} minutes"))
        .note("try again then; until that time nothing is asked")
}

/// A status with its meaning, or with the title of the page that came with it.
fn status(reply: &Reply) -> String {
    let meaning = match reply.status {
        300..400 => "a redirect without an address",
        403 => "forbidden",
        429 => "too many requests",
        500 => "internal error",
        502 => "bad gateway",
        503 => "unavailable",
        504 => "gateway timeout",
        _ => "which is not understood",
    };
    match super::bundle::html_title(&reply.body) {
        Some(title) => format!("{} ({meaning}: \"{title}\")", reply.status),
        None => format!("{} ({meaning})", reply.status),
    }
}

/// Name, version and whom to write to, as arXiv wants them from programs.
fn user_agent(contact: Option<&str>) -> String {
    let project = env!("CARGO_PKG_REPOSITORY");
    let contact = contact.map(one_line).filter(|contact| !contact.is_empty() && contact.is_ascii());
    let known = [Some(project.to_string()).filter(|project| !project.is_empty()), contact];
    let known: Vec<String> = known.into_iter().flatten().collect();
    let version = env!("CARGO_PKG_VERSION");
    if known.is_empty() {
        format!("referee/{version}")
    } else {
        format!("referee/{version} ({})", known.join("; "))
    }
}

#[cfg(all(test, feature = "net"))]
mod tests {
    use super::*;

    #[test]
    fn arxiv_is_asked_every_three_seconds_whatever_a_mirror_permits() {
        let cache = Cache::open(Some(std::path::Path::new("nowhere"))).expect("a name");
        let interval = |mirror: Option<&str>| {
            let mirror = mirror.map(str::to_string);
            let access = Access { mirror, interval: Some(Duration::ZERO), contact: None };
            let client = Client::new(&cache, &access, &|_| ()).expect("a client");
            (client.pace(&client.sources).interval, client.pace("https://arxiv.org/src/1").interval)
        };
        assert_eq!(interval(None), (INTERVAL, INTERVAL));
        assert_eq!(interval(Some("https://export.arxiv.org/")), (INTERVAL, INTERVAL));
        assert_eq!(interval(Some("HTTP://ArXiv.org:80")), (INTERVAL, INTERVAL));
        assert_eq!(interval(Some("https://arxiv.org.")), (INTERVAL, INTERVAL));
        // A mirror may send us to arXiv.
        assert_eq!(interval(Some("https://arxiv.example.org")), (Duration::ZERO, INTERVAL));
    }

    #[test]
    fn what_is_told_of_an_address_has_no_password() {
        assert_eq!(public("https://me:p@ss@host:1/a@b"), "https://host:1/a@b");
        assert_eq!(public("http://host"), "http://host");
        assert_eq!(public("nothing"), "nothing");
    }

    #[test]
    fn the_client_says_who_it_is_and_whom_to_write_to() {
        assert!(user_agent(None).starts_with(concat!("referee/", env!("CARGO_PKG_VERSION"))));
        assert!(user_agent(Some("a@b.example\r\nX: y")).ends_with("a@b.example X: y)"));
    }
}

/// What a server answered.
pub(super) struct Reply {
    pub(super) status: u16,
    /// Where it says the answer is: an address, or why that is none to follow.
    pub(super) moved: Option<Result<String, String>>,
    /// How long it asks to be left alone.
    pub(super) retry_after: Option<Duration>,
    pub(super) body: Vec<u8>,
}

/// Why there is no whole answer.
pub(super) struct Trouble {
    pub(super) why: String,
    /// Whether the same request may go better another time.
    pub(super) passing: bool,
}
