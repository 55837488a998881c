//! Threads that search together, in this process, so that a sanitizer sees them: they share a
//! small table, are stopped at every moment, and their number, the table and the game change in
//! between. `docs/testing.md` says how to run this under the sanitizers of addresses and threads.

mod common;

#[path = "common/page.rs"]
mod page;

use std::time::Duration;

use kralle::BuiltIn;
use kralle::protocol::Out;
use kralle::protocol::uci::UciSession;
use page::Page;
use rand::RngExt;

/// What a session has written since it was asked last.
fn take(page: &Page) -> String {
    String::from_utf8(std::mem::take(&mut *page.0.lock().unwrap())).unwrap()
}

fn obey(session: &mut UciSession, line: &str) {
    assert!(session.obey(line), "{line}");
}

#[test]
fn threads_share_what_they_learn_and_stop_together() {
    let mut chance = common::chance(34);
    let page = Page::default();
    let mut session = UciSession::new(Out::new(page.clone())).unwrap();
    for game in BuiltIn::ALL {
        obey(&mut session, &format!("setoption name UCI_Variant value {}", game.name()));
        for threads in [2, 4, 1, 3] {
            obey(&mut session, &format!("setoption name Threads value {threads}"));
            obey(&mut session, &format!("setoption name Hash value {}", 1 + threads));
            for _ in 0..common::count(2) {
                take(&page);
                obey(&mut session, "go infinite");
                std::thread::sleep(Duration::from_micros(chance.random_range(0..20_000)));
                // While they search, others look at what they share.
                obey(&mut session, "isready");
                obey(&mut session, "stop");
                session.wait();
                let said = take(&page);
                let answers = said.lines().filter(|line| line.starts_with("bestmove"));
                assert_eq!(answers.count(), 1, "{}: {said}", game.name());
                take(&page);
                obey(&mut session, "go nodes 3000");
                session.wait();
                assert_eq!(take(&page).matches("bestmove").count(), 1, "{}", game.name());
            }
            obey(&mut session, "ucinewgame");
        }
    }
}

/// An iteration counts whichever thread completes it, and is told once.
#[test]
fn threads_tell_of_each_depth_at_most_once_and_reach_the_last() {
    let page = Page::default();
    let mut session = UciSession::new(Out::new(page.clone())).unwrap();
    for game in BuiltIn::ALL {
        obey(&mut session, &format!("setoption name UCI_Variant value {}", game.name()));
        for threads in 1..=5 {
            obey(&mut session, &format!("setoption name Threads value {threads}"));
            obey(&mut session, "ucinewgame");
            take(&page);
            obey(&mut session, "go depth 6");
            session.wait();
            let said = take(&page);
            let depths: Vec<u32> = said
                .lines()
                .filter_map(|line| {
                    line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok()
                })
                .collect();
            let rises = depths.windows(2).all(|pair| pair[0] < pair[1]);
            assert!(rises && depths.last() == Some(&6), "{}, {threads}: {said}", game.name());
            assert!(said.contains("bestmove "), "{}, {threads}: {said}", game.name());
        }
    }
}
