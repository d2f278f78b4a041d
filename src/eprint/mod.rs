//! E-prints: their names, the client that fetches them from arXiv, the cache that keeps them, what is in them.
//!
//! An e-print is fetched once, kept outside of the repository, and pinned by version and hash in a paper's `source.lock`.
//! Nothing here knows TeX: what comes out are files, by path, as bytes.

mod bundle;
mod cache;
mod client;
#[cfg(feature = "net")]
mod http;
#[cfg(not(feature = "net"))]
#[path = "no_http.rs"]
mod http;
mod id;
mod lock;
mod metadata;
mod pace;

pub use bundle::{Bundle, Kind, MAX_FILES, MAX_RATIO, MAX_UNPACKED};
pub use cache::{Cache, Held, Listed, Verified};
pub use client::{Access, Client, Failure, Why};
pub use id::Id;
pub use lock::Lock;
pub use metadata::{Metadata, Version};
