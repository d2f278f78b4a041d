//! A stand-in for arXiv: a server on loopback that answers as arXiv does, and as it does on bad days.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

/// What the stand-in says when it is asked.
#[derive(Clone)]
pub struct Answer {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    /// The length that it claims, if another than that of the body.
    stated: Option<usize>,
    /// How many bytes at a time, and how long it rests after each.
    slow: Option<(usize, Duration)>,
}

pub fn ok(body: impl Into<Vec<u8>>) -> Answer {
    Answer { body: body.into(), ..status(200) }
}

pub fn status(status: u16) -> Answer {
    Answer { status, headers: Vec::new(), body: Vec::new(), stated: None, slow: None }
}

impl Answer {
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Answer {
        self.headers.push((name, value.into()));
        self
    }

    pub fn page(self, title: &str) -> Answer {
        let body =
            format!("<!DOCTYPE html>\n<html><head><title>{title}</title></head><body>{title}</body></html>");
        Answer { body: body.into_bytes(), ..self }.with("Content-Type", "text/html; charset=utf-8")
    }

    pub fn stating(self, length: usize) -> Answer {
        Answer { stated: Some(length), ..self }
    }

    pub fn slowly(self, bytes: usize, rest: Duration) -> Answer {
        Answer { slow: Some((bytes, rest)), ..self }
    }
}

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct Asked {
    pub path: String,
    pub user_agent: String,
    pub at: Instant,
}

#[derive(Default)]
struct Shared {
    /// What is answered to a path: the first time, the second, …, and the last from then on.
    shelf: Mutex<BTreeMap<String, Vec<Answer>>>,
    asked: Mutex<Vec<Asked>>,
    closed: AtomicBool,
    /// Bytes of bodies that were sent.
    sent: AtomicUsize,
}

pub struct StandIn {
    address: String,
    shared: Arc<Shared>,
}

impl StandIn {
    pub fn new() -> StandIn {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Arc::new(Shared::default());
        let of_server = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if of_server.closed.load(Ordering::SeqCst) {
                    break;
                }
                let shared = of_server.clone();
                std::thread::spawn(move || {
                    // A client that was killed hangs up, and that is no failure of the server.
                    let _ = serve(stream, &shared);
                });
            }
        });
        StandIn { address, shared }
    }

    /// Its address, for `--mirror`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Answers a path so, one answer after the other; the last one ever after.
    pub fn answers(&self, path: &str, answers: &[Answer]) -> &StandIn {
        self.shared.shelf.lock().expect("no panic").insert(path.to_string(), answers.to_vec());
        self
    }

    /// Knows an e-print with these versions: each with the letters of its source type, `I` for a withdrawal.
    pub fn knows(&self, id: &str, versions: &[&str]) -> &StandIn {
        self.answers(&record_path(id), &[ok(record(id, versions)).with("Content-Type", "application/xml")])
    }

    /// Knows an e-print with one version, and its source.
    pub fn serves(&self, id: &str, source: Answer) -> &StandIn {
        self.knows(id, &[""]).answers(&format!("/src/{id}v1"), &[source])
    }

    /// What was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().expect("no panic").clone()
    }

    /// The paths that were asked for, records as `record ID`.
    pub fn paths(&self) -> Vec<String> {
        let short = |path: &str| match path.split_once("oai:arXiv.org:") {
            Some((_, rest)) => format!("record {}", rest.split('&').next().unwrap_or(rest)),
            None => path.to_string(),
        };
        self.asked().iter().map(|asked| short(&asked.path)).collect()
    }

    /// How many bytes of bodies it has sent.
    pub fn sent(&self) -> usize {
        self.shared.sent.load(Ordering::SeqCst)
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
    }
}

fn serve(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let at = Instant::now();
    let path = line.split(' ').nth(1).unwrap_or_default().to_string();
    let mut user_agent = String::new();
    loop {
        let mut header = String::new();
        if reader.by_ref().take(1 << 12).read_line(&mut header)? <= 2 {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("user-agent")
        {
            user_agent = value.trim().to_string();
        }
    }
    let nth = {
        let mut asked = shared.asked.lock().expect("no panic");
        asked.push(Asked { path: path.clone(), user_agent, at });
        asked.iter().filter(|asked| asked.path == path).count() - 1
    };
    let answer = {
        let shelf = shared.shelf.lock().expect("no panic");
        let answers = shelf.get(&path).map(Vec::as_slice).unwrap_or_default();
        answers.get(nth).or(answers.last()).cloned()
    };
    let answer = answer.unwrap_or_else(|| status(404).page("Not found"));
    let mut head = format!("HTTP/1.1 {} X\r\nConnection: close\r\n", answer.status);
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\n\r\n", answer.stated.unwrap_or(answer.body.len())));
    stream.write_all(head.as_bytes())?;
    let (bytes, rest) = answer.slow.unwrap_or((answer.body.len().max(1), Duration::ZERO));
    for part in answer.body.chunks(bytes) {
        stream.write_all(part)?;
        stream.flush()?;
        shared.sent.fetch_add(part.len(), Ordering::SeqCst);
        std::thread::sleep(rest);
    }
    Ok(())
}

/// Where the record of an e-print is asked for.
pub fn record_path(id: &str) -> String {
    format!("/oai2?verb=GetRecord&identifier=oai:arXiv.org:{id}&metadataPrefix=arXivRaw")
}

/// A record as arXiv's OAI interface writes it.
pub fn record(id: &str, versions: &[&str]) -> String {
    let versions: String = versions
        .iter()
        .enumerate()
        .map(|(index, letters)| {
            let kind = if letters.is_empty() { String::new() } else { format!("<source_type>{letters}</source_type>") };
            format!(
                "<version version=\"v{}\"><date>Mon, 3 Jun 2024 09:00:00 GMT</date><size>12kb</size>{kind}</version>\n",
                index + 1
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\">
<responseDate>2026-11-30T12:00:00Z</responseDate>
<request verb=\"GetRecord\" identifier=\"oai:arXiv.org:{id}\" metadataPrefix=\"arXivRaw\">http://oaipmh.arxiv.org/oai</request>
<GetRecord><record><header><identifier>oai:arXiv.org:{id}</identifier><datestamp>2024-06-05</datestamp></header>
<metadata><arXivRaw xmlns=\"http://arxiv.org/OAI/arXivRaw/\">
<id>{id}</id><submitter>A. Author</submitter>
{versions}<title>Cold games &amp; hot
  boards</title><authors>A. Author, B. Author</authors><categories>math.CO</categories>
<comments>12 pages</comments><license>http://creativecommons.org/licenses/by/4.0/</license>
<abstract>  On games.
</abstract></arXivRaw></metadata></record></GetRecord></OAI-PMH>
"
    )
}

/// The answer about an e-print that there is not.
pub fn no_record() -> Answer {
    ok("<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><responseDate>2026-11-30T12:00:00Z</responseDate>
<request>http://oaipmh.arxiv.org/oai</request>
<error code='idDoesNotExist'>The value of the identifier argument is unknown or illegal in this repository. \
Reason: Nothing found for this ID</error></OAI-PMH>
")
    .with("Content-Type", "text/xml")
}

/// One member of gzip.
pub fn gzip(content: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::default());
    writer.write_all(content).expect("memory");
    writer.finish().expect("memory")
}

/// A tar archive with these entries, whatever their names are.
pub fn tar_of<N: AsRef<[u8]>>(entries: &[(N, tar::EntryType, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, kind, content) in entries {
        let name = name.as_ref();
        let mut header = tar::Header::new_ustar();
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.set_entry_type(*kind);
        header.set_mode(0o644);
        header.set_size(content.len() as u64);
        if kind.is_symlink() || kind.is_hard_link() {
            header.set_size(0);
            header.as_old_mut().linkname[..content.len()].copy_from_slice(content);
        }
        header.set_cksum();
        let content: &[u8] = if kind.is_symlink() || kind.is_hard_link() { &[] } else { content };
        archive.append(&header, content).expect("memory");
    }
    archive.into_inner().expect("memory")
}

/// A tar archive with these files.
pub fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let entries: Vec<_> =
        files.iter().map(|(name, content)| (*name, tar::EntryType::Regular, *content)).collect();
    tar_of(&entries)
}
