//! One test program, a module a room.

mod engine;
mod graphs;
mod layers;
mod tex;
mod values;
