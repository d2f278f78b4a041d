//! The pages: templates compiled in, filled with the words of [`super::view`].

use std::io::Write;

use serde::Serialize;
use tera::{Context, Tera};

use super::audit::AuditView;
use super::diff::DiffView;
use super::text::escape;
use super::view::{Page, Site};
use crate::diagnostic::Diagnostic;

/// The stylesheet and the script, by their names in the report's folder.
pub const STYLE: &str = "referee.css";
pub const SCRIPT: &str = "referee.js";
pub const ASSETS: &[(&str, &str)] = &[
    (
        STYLE,
        concat!(
            include_str!("../../templates/referee.css"),
            include_str!("../../templates/chart.css"),
            include_str!("../../templates/drawing.css")
        ),
    ),
    (SCRIPT, include_str!("../../templates/referee.js")),
];

const TEMPLATES: [(&str, &str); 6] = [
    ("audit.html", include_str!("../../templates/audit.html")),
    ("base.html", include_str!("../../templates/base.html")),
    ("parts.html", include_str!("../../templates/parts.html")),
    ("index.html", include_str!("../../templates/index.html")),
    ("paper.html", include_str!("../../templates/paper.html")),
    ("diff.html", include_str!("../../templates/diff.html")),
];

/// The templates, read once.
pub struct Pages(Tera);

impl Pages {
    /// # Errors
    /// If a template is broken, with the place in it.
    pub fn new() -> Result<Pages, Diagnostic> {
        let mut tera = Tera::default();
        tera.set_escape_fn(|text: &str, out: &mut dyn Write| out.write_all(escape(text).as_bytes()));
        tera.add_raw_templates(TEMPLATES).map_err(|error| broken(&error))?;
        Ok(Pages(tera))
    }

    /// `index.html`
    ///
    /// # Errors
    /// If the template asks for what the view does not have.
    pub fn index(&self, site: &Site) -> Result<String, Diagnostic> {
        self.fill("index.html", "site", site)
    }

    /// `KEY.html`
    ///
    /// # Errors
    /// If the template asks for what the view does not have.
    pub fn paper(&self, page: &Page) -> Result<String, Diagnostic> {
        self.fill("paper.html", "page", page)
    }

    /// The page of an audit.
    ///
    /// # Errors
    /// If the template asks for what the view does not have.
    pub fn audit(&self, view: &AuditView) -> Result<String, Diagnostic> {
        self.fill("audit.html", "page", view)
    }

    /// The page of what changed between two runs; it stands alone, its stylesheet is in it.
    ///
    /// # Errors
    /// If the template asks for what the view does not have.
    pub fn diff(&self, diff: &DiffView) -> Result<String, Diagnostic> {
        self.fill("diff.html", "diff", diff)
    }

    fn fill(&self, template: &str, name: &'static str, view: &impl Serialize) -> Result<String, Diagnostic> {
        let mut context = Context::new();
        context.insert(name, view);
        self.0.render(template, &context).map_err(|error| broken(&error))
    }
}

fn broken(error: &tera::Error) -> Diagnostic {
    let mut message = format!("a template of the report is broken: {error}");
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        message.push_str(&format!(": {inner}"));
        cause = inner.source();
    }
    Diagnostic::error(message)
}
