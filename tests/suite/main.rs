//! One test program, a module a room.

mod layers;
