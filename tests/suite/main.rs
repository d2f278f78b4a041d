//! One test program, a module a room.

mod audit;
mod audit_kept;
mod audit_read;
mod broken;
mod claims;
mod clobber;
mod engine;
#[cfg(feature = "net")]
mod eprint;
mod equations;
mod eval;
mod expected;
mod graphs;
mod konane;
mod language;
mod layers;
mod misere;
mod misere_twice;
mod notation;
mod own;
mod pages;
mod pictures;
mod project;
mod references;
mod report;
mod review;
mod revisions;
mod rulesets;
mod search;
mod snort;
mod sources;
#[cfg(feature = "net")]
mod standin;
mod tex;
mod tex_files;
mod tutorial;
mod values;
mod yardstick;
