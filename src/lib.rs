//! Referee recomputes combinatorial game theory papers.
//!
//! The modules stand in reading order: from what a paper prints to what the report says of it.

pub mod diagnostic;
pub mod files;

pub mod eprint;

pub mod notation;

pub mod engine;
pub mod graphs;
pub mod rulesets;
pub mod search;

pub mod claims;
pub mod tex;

pub mod evaluate;
pub mod verdicts;

pub mod audit;
pub mod findings;

pub mod cli;
pub mod report;
pub mod review;
