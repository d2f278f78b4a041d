//! One test program, a module a room.

mod engine;
mod graphs;
mod layers;
mod notation;
mod report;
mod search;
mod tex;
mod values;
