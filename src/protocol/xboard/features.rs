//! What is asked of XBoard, and the options as it shows them.

use std::fmt::Write;

use super::command::FORMS;
use super::games::games;
use crate::protocol::form::CommandForm;
use crate::protocol::options::{Kind, OPTIONS, Spec};

/// Options for which this language has words of its own, and those of games and choices
/// that cannot be met here.
const LEFT_OUT: &[&str] = &[
    "Hash",
    "Threads",
    "Ponder",
    "UCI_Variant",
    "Seat",
    "UCI_Chess960",
    "UCI_AnalyseMode",
    "UCI_ShowWDL",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Art33",
];

/// May this option be set here?
pub fn is_offered(name: &str) -> bool {
    !LEFT_OUT.iter().any(|left_out| left_out.eq_ignore_ascii_case(name))
}

/// The answer to `protover 2`.
pub fn lines() -> Vec<String> {
    let names: Vec<&str> = games().map(|row| row.name).collect();
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![
        format!("feature done=0 myname=\"Kralle {version}\" variants=\"{}\"", names.join(",")),
        "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 colors=0 \
         sigint=0 sigterm=0 reuse=1 analyze=1 ics=1 name=1 pause=0 nps=0 debug=1 memory=1 smp=1"
            .to_owned(),
    ];
    let offered = OPTIONS.iter().filter(|spec| is_offered(spec.name));
    lines.extend(offered.map(|spec| format!("feature option=\"{}\"", option(spec))));
    lines.push("feature done=1".to_owned());
    lines
}

fn option(spec: &Spec) -> String {
    let name = spec.name;
    match spec.kind {
        Kind::Check { default, .. } | Kind::Remark { default } => {
            format!("{name} -check {}", u8::from(default))
        }
        Kind::Spin { default, least, most, .. } => format!("{name} -spin {default} {least} {most}"),
        Kind::Combo { default, choices, .. } => {
            let marked = |choice: &&str| {
                let star = if *choice == default { "*" } else { "" };
                format!("{star}{choice}")
            };
            let choices: Vec<String> = choices().iter().map(marked).collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        // XBoard has a command of its own for the game.
        Kind::Variant | Kind::Button => format!("{name} -button"),
        Kind::Rules | Kind::Network => format!("{name} -file "),
    }
}

/// The commands as the manual has them, in Markdown.
pub fn manual_table() -> String {
    let mut table = String::from("| command | what it does |\n|---|---|\n");
    for CommandForm { form, help } in FORMS {
        let _ = writeln!(table, "| `{form}` | {help} |");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_asked_for_in_the_right_order() {
        let lines = lines();
        assert!(lines[0].starts_with("feature done=0"));
        assert_eq!(lines.last().unwrap(), "feature done=1");
        let all = lines.join("\n");
        assert!(all.contains("variants=\"normal,fischerandom,crazyhouse,bughouse,super,"));
        assert!(all.contains("option=\"MultiPV -spin 1 1 500\""));
        assert!(all.contains("option=\"Clear Hash -button\""));
        assert!(!all.contains("UCI_"));
        for name in LEFT_OUT {
            assert!(OPTIONS.iter().any(|spec| spec.name == *name), "{name}");
        }
    }
}
