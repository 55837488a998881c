//! Which thread's move is played: each votes for its own, with more weight for a better
//! score found deeper.

use super::root::Finding;

/// The finding to answer with. With several lines asked for, the main thread's.
pub fn elect(findings: &[Finding], lines: usize) -> Option<&Finding> {
    let main = findings.first()?;
    if lines > 1 || main.score().is_decided() {
        return Some(main);
    }
    let lowest = findings.iter().map(Finding::score).min()?;
    let weight = |finding: &Finding| i64::from((finding.score() - lowest + 20) * finding.depth);
    let votes = |candidate: &Finding| -> i64 {
        let agrees = |other: &&Finding| other.moves[0].mv == candidate.moves[0].mv;
        findings.iter().filter(agrees).map(weight).sum()
    };
    // Ties go to the main thread.
    findings.iter().rev().max_by_key(|finding| (votes(finding), weight(finding)))
}
