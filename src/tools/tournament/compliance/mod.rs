//! `kralle match --compliance ENGINE`: does a program speak UCI as GUIs and match programs need
//! it? Each step says what it asks for, and what came instead. Every step has a limit in time.
//!
//! | file | what it knows |
//! |---|---|
//! | `grammar` | the form of options and of what a search tells, and what is legal |
//! | `examiner` | the conversation, and what was found |
//! | `manners`, `searches`, `endings` | the steps |

mod endings;
mod examiner;
mod grammar;
mod manners;
mod searches;

use super::link::LinkError;
use super::spec::Launch;
use examiner::Examiner;

/// Takes an engine through all steps; `tell` hears a line for each, and one at the end. Answers
/// how many failed.
///
/// # Errors
/// If it cannot be started.
pub fn check(launch: &Launch, tell: &mut dyn FnMut(&str)) -> Result<usize, LinkError> {
    let mut examiner = Examiner::open(launch, tell)?;
    manners::introduction(&mut examiner);
    if examiner.failed() == 0 {
        manners::orders(&mut examiner);
        searches::limits(&mut examiner);
        searches::positions(&mut examiner);
        searches::answers(&mut examiner);
        searches::options(&mut examiner);
        endings::stops(&mut examiner);
        endings::ponders(&mut examiner);
        endings::quits(&mut examiner, launch)?;
    }
    Ok(examiner.sum_up())
}
