//! One test program, a module a room.

mod graphs;
mod layers;
