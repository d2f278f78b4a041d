//! The report's own links: how they are spelled, and that each leads somewhere.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

use super::text::unseen;
use crate::diagnostic::Diagnostic;

/// An id as an attribute: HTML allows anything but white space, and we nothing that is unseen.
pub fn anchor(id: &str) -> String {
    id.chars().map(|c| if c.is_whitespace() || unseen(c) { '_' } else { c }).collect()
}

/// `#id`, spelled so that it is a valid address.
pub fn fragment(id: &str) -> String {
    let mut out = String::from("#");
    for byte in anchor(id).bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/=:,@+!*();?".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn decoded(fragment: &str) -> String {
    let (mut out, bytes) = (Vec::new(), fragment.as_bytes());
    let mut i = 0;
    while i < bytes.len() {
        let code = fragment.get(i + 1..i + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (bytes[i], code) {
            (b'%', Some(code)) => {
                out.push(code);
                i += 3;
            }
            (byte, _) => {
                out.push(byte);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn unescaped(attribute: &str) -> String {
    attribute
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}

/// Every id is given once in its page, and every link within the report leads to a page and an id that are there.
///
/// # Errors
/// Names the page and the id or link.
pub fn check(files: &BTreeMap<String, Vec<u8>>) -> Result<(), Diagnostic> {
    let pattern = |text: &str| Regex::new(text).map_err(|error| Diagnostic::error(error.to_string()));
    let id_of = pattern(r#"<[^<>]* id="([^"]*)""#)?;
    let link_of = pattern(r#"<[^<>]* (?:href|src)="([^"]*)""#)?;
    let pages: BTreeMap<&str, String> = files
        .iter()
        .filter(|(name, _)| name.ends_with(".html"))
        .map(|(name, bytes)| (name.as_str(), String::from_utf8_lossy(bytes).into_owned()))
        .collect();
    let mut ids: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, page) in &pages {
        let here = ids.entry(name).or_default();
        for found in id_of.captures_iter(page) {
            let id = unescaped(&found[1]);
            if !here.insert(id.clone()) {
                return Err(Diagnostic::error(format!("{name} has two places with the id `{id}`")));
            }
        }
    }
    for (name, page) in &pages {
        for found in link_of.captures_iter(page) {
            let link = unescaped(&found[1]);
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (target, place) = link.split_once('#').map_or((link.as_str(), None), |(t, p)| (t, Some(p)));
            let target = if target.is_empty() { name } else { target };
            let there = files.contains_key(target);
            let has = place.is_none_or(|p| ids.get(target).is_some_and(|ids| ids.contains(&decoded(p))));
            if !there || !has {
                return Err(Diagnostic::error(format!("{name} links to `{link}`, which is not there")));
            }
        }
    }
    Ok(())
}
