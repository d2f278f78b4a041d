//! One test program, a module a room.
