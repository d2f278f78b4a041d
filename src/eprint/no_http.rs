//! What stands in for HTTP without the feature `net`: every request is refused with a word on how to get one.

use super::client::{Reply, Trouble};

pub struct Wire;

impl Wire {
    pub fn new(_: &str, _: bool) -> Result<Wire, String> {
        Err("this `referee` was built without the feature `net`, and cannot fetch".to_string())
    }

    pub fn get(&self, _: &str, _: usize) -> Result<Reply, Trouble> {
        Err(Trouble { why: "there is no network".to_string(), passing: false })
    }
}

pub fn host(address: &str) -> Option<String> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty()).map(str::to_string)
}
