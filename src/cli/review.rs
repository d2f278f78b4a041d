//! `referee review`: decisions on what changed.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::project::{Project, Run};
use super::{End, Failure};
use crate::diagnostic::{Diagnostic, Source, nearest};
use crate::files;
use crate::report;
use crate::report::diff::{Diff, Group, Member, Text, contents};
use crate::report::text::{count, grouped, shell_quoted, visible};
use crate::review::{self, Decision, FILE, Judged, Reviews, Ruling, reason};

/// Lists what changed in the verdicts, and accepts or rejects it with a reason.
///
/// The report on the disk is compared with the base, as `referee diff` does. A decision is on one entry or text, or on a whole group by
/// its cause. An ID as it is listed, ID@HASH, is refused if what it names has changed since. A decision is bound to what the entry said before and says now, lapses when that changes, and stands in reviews.tsv,
/// which is committed with the report. Without an option, lists.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 done; 1 with --check, a change is not reviewed or is rejected; 2 could not.

Examples:
  referee review
  referee review --list cause-1f2e3d4c5b
  referee review --accept cause-1f2e3d4c5b --reason 'sums are simplified before they are printed'
  referee review --reject snort/table-1/n=3/t@1a2b3c4d --reason 'the paper is right here: see its erratum'
  referee review --check --base origin/main"
)]
pub struct Review {
    /// The changes, group by group, and how they stand; or the members of one group, or one entry.
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", group = "what")]
    list: Option<String>,
    /// Accepts the change of an entry, or of all members of a group.
    #[arg(long, value_name = "ID", num_args = 1.., group = "what", requires = "reason")]
    accept: Vec<String>,
    /// Rejects it: the check fails with the reason until the entry says something else.
    #[arg(long, value_name = "ID", num_args = 1.., group = "what", requires = "reason")]
    reject: Vec<String>,
    /// Why; one line.
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Fails if a change is not reviewed or is rejected.
    #[arg(long, group = "what")]
    check: bool,
    /// Drops the decisions that the base holds already: nothing can be compared with what was before them.
    #[arg(long, group = "what", requires = "base")]
    prune: bool,
    /// What the report is compared with: a git revision, a report folder or a verdicts.json [default: HEAD].
    #[arg(long, value_name = "OLD")]
    base: Option<String>,
    #[command(flatten)]
    project: Project,
}

impl Review {
    pub fn run(self) -> Result<End, Failure> {
        if self.reason.is_some() && self.accept.is_empty() && self.reject.is_empty() {
            return Err(Diagnostic::error("`--reason` is for `--accept ID` and `--reject ID`").into());
        }
        let base = self.project.run(self.base())?;
        if self.prune {
            return self.forget(&base);
        }
        let diff = report::diff(&base.papers, &self.project.own_run()?.papers);
        if !self.accept.is_empty() {
            return self.decide(&diff, Ruling::Accept, &self.accept);
        }
        if !self.reject.is_empty() {
            return self.decide(&diff, Ruling::Reject, &self.reject);
        }
        let reviews = self.read()?;
        let mut out = super::output();
        let end = match self.list.as_deref().filter(|id| !id.is_empty()) {
            Some(id) => list_one(&mut out, &reviews, &diff, id)?,
            None => self.list(&mut out, &base, &diff, &reviews.judge(&diff))?,
        };
        out.flush()?;
        Ok(end)
    }

    fn base(&self) -> &str {
        self.base.as_deref().unwrap_or("HEAD")
    }

    fn path(&self) -> PathBuf {
        self.project.path(FILE)
    }

    /// One writer at a time, or the later would write over the earlier.
    fn hold(&self) -> Result<files::Hold, Diagnostic> {
        files::hold(&self.project.root.join("target/referee/reviews.lock"), || ())
    }

    fn read(&self) -> Result<Reviews, Vec<Diagnostic>> {
        read(&self.project)
    }

    /// All groups, those that were accepted by their heads; or with --check those that do not pass.
    fn list(&self, out: &mut impl Write, base: &Run, diff: &Diff, judged: &[Judged]) -> Result<End, Failure> {
        let sum = |part: fn(&Judged) -> u64| judged.iter().map(part).sum::<u64>();
        let all = count(sum(|j| j.group.size()), "change", "changes");
        writeln!(
            out,
            "against {}: {all} in {}; {} accepted, {} rejected, {} not reviewed",
            base.name,
            count(judged.len() as u64, "group", "groups"),
            grouped(sum(|j| j.accepted)),
            grouped(sum(|j| j.rejected)),
            grouped(sum(|j| j.unreviewed))
        )?;
        // What wants a decision comes first, and whole.
        let (settled, open): (Vec<&Judged>, Vec<&Judged>) = judged.iter().partition(|one| one.passes());
        for one in &open {
            write!(out, "\n{}", told(one))?;
        }
        for (cause, groups) in diff.shared_causes() {
            let is_open = |group: &&&Group| open.iter().any(|one| one.group.id == group.id);
            let ids: Vec<&str> = groups.iter().filter(is_open).map(|group| group.id.as_str()).collect();
            if ids.len() > 1 {
                writeln!(out, "\none cause, several kinds of change: {}\n  {cause}", ids.join(" "))?;
            }
        }
        if !settled.is_empty() && !self.check {
            writeln!(out, "\naccepted:")?;
            for one in settled {
                writeln!(out, "  {}", head(one.group))?;
                for reason in one.reasons() {
                    writeln!(out, "    {}", visible(&reason))?;
                }
            }
        }
        let passes = open.is_empty();
        if !passes {
            let base =
                self.base.as_ref().map_or(String::new(), |base| format!(" --base {}", shell_quoted(base)));
            writeln!(
                out,
                "\nreferee review{base} --list ID shows the entries; --accept ID --reason TEXT or --reject ID --reason TEXT decides"
            )?;
        }
        Ok(if self.check && !passes { End::Attention } else { End::Done })
    }

    fn decide(&self, diff: &Diff, ruling: Ruling, ids: &[String]) -> Result<End, Failure> {
        let reason = reason(self.reason.as_deref().unwrap_or_default())?;
        let mut found = Vec::new();
        for id in ids {
            found.push((id, members(diff, id)?));
        }
        let held = self.hold()?;
        let mut reviews = self.read()?;
        let (mut decided, mut former) = (0, Vec::new());
        for (_, (cause, members)) in &found {
            let decision = Decision { ruling, cause: cause.clone(), reason: reason.clone() };
            decided += members.len() as u64;
            former.extend(reviews.decide(members.iter().copied(), &decision));
        }
        files::write_if_changed(&self.path(), reviews.write().as_bytes())?;
        drop(held);
        let mut out = super::output();
        let word = format!("{}ed", ruling.word());
        writeln!(out, "{word} {} in {}", count(decided, "change", "changes"), self.path().display())?;
        former.sort();
        former.dedup();
        for Decision { ruling, reason, .. } in former {
            writeln!(out, "  replaces: {}ed: {}", ruling.word(), visible(&reason))?;
        }
        let left: u64 = reviews.judge(diff).iter().map(|one| one.unreviewed).sum();
        writeln!(out, "  {} not reviewed", count(left, "change is", "changes are"))?;
        out.flush()?;
        Ok(End::Done)
    }

    fn forget(&self, base: &Run) -> Result<End, Failure> {
        let hashes = contents(&base.papers);
        let held = self.hold()?;
        let mut reviews = self.read()?;
        let dropped = reviews.prune(&hashes);
        if dropped > 0 {
            files::write_if_changed(&self.path(), reviews.write().as_bytes())?;
        }
        drop(held);
        let mut out = super::output();
        writeln!(out, "dropped {} that {} holds", count(dropped as u64, "decision", "decisions"), base.name)?;
        Ok(End::Done)
    }
}

/// The decisions of a project; none if there is no file of them.
pub fn read(project: &Project) -> Result<Reviews, Vec<Diagnostic>> {
    let path = project.path(FILE);
    if !files::exists(&path) {
        return Ok(Reviews::default());
    }
    let text = files::read_text(&path).map_err(|problem| vec![problem])?;
    Reviews::read(&Source::new(path.display().to_string(), text))
}

/// `cause-1f2e3d4c5b  new: 2 entries (match → mismatch)`
fn head(group: &Group) -> String {
    format!("{}  {}: {} ({})", group.id, group.change.word(), group.extent(), group.verdicts())
}

/// A group as the list shows it.
fn told(judged: &Judged) -> String {
    let group = judged.group;
    let mut text = head(group) + "\n";
    let first = group.members.first().map_or("", |member| member.id.as_str());
    let more = if group.members.len() > 1 { ", …" } else { "" };
    text.push_str(&format!("  {}{more}\n", visible(first)));
    for (word, words) in [("what", visible(&group.detail)), ("cause", group.cause())] {
        if !words.is_empty() {
            text.push_str(&format!("  {word}: {words}\n"));
        }
    }
    for line in group.only_text().map(Text::lines).unwrap_or_default() {
        text.push_str(&format!("    {line}\n"));
    }
    for (name, of) in group.named_texts() {
        text.push_str(&format!("  {}:\n", visible(&name)));
        for line in of.lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text.push_str(&format!("  {}\n", judged.word()));
    for line in judged.reasons() {
        text.push_str(&format!("    {}\n", visible(&line)));
    }
    text
}

/// The members of a group, or one entry, with what they say before and now.
fn list_one(out: &mut impl Write, reviews: &Reviews, diff: &Diff, id: &str) -> Result<End, Failure> {
    let (cause, members) = members(diff, id)?;
    if let Some(judged) = reviews.judge(diff).iter().find(|one| one.group.id == cause) {
        write!(out, "{}", told(judged))?;
    }
    for member in members {
        let word = match reviews.standing(member) {
            review::Standing::Accepted(_) => "accepted",
            review::Standing::Rejected(_) => "rejected",
            review::Standing::Unreviewed(_) => "not reviewed",
        };
        writeln!(out, "\n{} ({word})", visible(&member.bound()))?;
        for line in member.lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(End::Done)
}

/// The member whose name is bound to other content.
fn said_otherwise<'a>(diff: &'a Diff, id: &str) -> Option<&'a Member> {
    let (name, digits) = id.rsplit_once('@')?;
    let is_hash = digits.len() == 8 && digits.chars().all(|c| c.is_ascii_hexdigit());
    diff.to_review().flat_map(|group| &group.members).find(|member| is_hash && member.id == name)
}

/// The members that an id names, with the id of their group; `ID@HASH` names an entry as it was listed.
fn members<'a>(diff: &'a Diff, id: &str) -> Result<(String, Vec<&'a Member>), Diagnostic> {
    if let Some(group) = diff.to_review().find(|group| group.id == id) {
        return Ok((group.id.clone(), group.members.iter().collect()));
    }
    for group in diff.to_review() {
        let named = |member: &&Member| member.id == id || member.bound() == id;
        if let Some(member) = group.members.iter().find(named) {
            return Ok((group.id.clone(), vec![member]));
        }
    }
    if let Some(member) = said_otherwise(diff, id) {
        return Err(Diagnostic::error(format!("`{}` says something else by now than `{id}`", member.id))
            .note(format!(
                "it is `{}`; look at it with `referee review --list {}`",
                member.bound(),
                member.id
            )));
    }
    let problem = Diagnostic::error(format!("no change has the id `{id}`"));
    if id.starts_with("cause-") {
        return Err(problem.note(
            "the id of a group is that of its content; see `referee review --list` for what there is now",
        ));
    }
    if diff.groups.iter().flat_map(|group| &group.members).any(|member| member.id == id) {
        return Err(problem.note("the entry says what it said, and wants no decision"));
    }
    let ids = diff.to_review().flat_map(|group| &group.members).map(|member| member.id.as_str());
    Err(match nearest(id, ids) {
        Some(near) => problem.note(format!("did you mean `{near}`?")),
        None => problem.note("see `referee review --list`; an entry that did not change wants no decision"),
    })
}
