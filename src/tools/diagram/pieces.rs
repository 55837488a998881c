//! The shapes of the pieces, as SVG symbols of 100 by 100 units. What uses a symbol gives it a
//! fill, a stroke (the outline) and a `color` (lines within), so one shape serves all armies.

use std::fmt::Write;

use super::Army;
use crate::board::Role;

/// The foot that all pieces stand on.
const FOOT: &str = "M24 82h52v8H24z";

/// A horse's head that looks to the left, with the eye and the line of the jaw.
const HORSE: &str = "M33 82\
    c0-17 6-25 15-35-7-1-11 6-16 11-4 4-11 1-13-4-1-4 4-8 6-12 3-8 7-14 13-19l-3-12 12 8\
    c20 2 33 19 33 43 0 10-3 14-3 20z";
const HORSE_LINES: &str = "M37 34l3 1M56 27c10 6 15 20 14 36M48 47c4-1 6-4 7-8";

/// The head alone, on a pedestal: the mounted superpieces.
const RIDER: &str = "M35 58\
    c1-9 5-14 11-21-6 0-9 5-13 9-4 3-10 0-11-4-1-3 3-6 5-10 3-6 6-11 11-15l-3-10 10 7\
    c17 2 28 15 28 34 0 4-1 7-2 10z";
const RIDER_LINES: &str = "M38 27l3 1M54 21c8 5 13 15 12 28M46 38c3-1 5-3 6-6";

/// Outlines and inner lines of a piece.
fn shape(role: Role) -> (String, &'static str) {
    match role {
        Role::Pawn => (
            format!(
                "M50 22a13 13 0 0 1 9 22c6 3 8 8 4 13 2 11 7 17 11 25H26\
                    c4-8 9-14 11-25-4-5-2-10 4-13A13 13 0 0 1 50 22z{FOOT}"
            ),
            "",
        ),
        Role::Knight => (format!("{HORSE}{FOOT}"), HORSE_LINES),
        Role::Bishop => (
            format!(
                "M50 21c15 9 21 21 16 34-2 6-6 8-8 13H42c-2-5-6-7-8-13-5-13 1-25 16-34zM50 9\
                    a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM38 68h24l4 14H34z{FOOT}"
            ),
            "M50 36v18M42 44h16",
        ),
        Role::Rook => (
            format!("M25 18h11v9h9v-9h10v9h9v-9h11v22H25zM32 40h36l4 42H28z{FOOT}"),
            "M32 46h36M30 74h40",
        ),
        Role::Queen => (
            format!(
                "M28 74L16 36l15 19 3-33 16 30 16-30 3 33 15-19-12 38zM28 74h44l2 8H26\
                    zM16 26a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM34 12\
                    a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM66 12a5 5 0 1 1 0 10 5 5 0 0 1 0-10\
                    zM84 26a5 5 0 1 1 0 10 5 5 0 0 1 0-10z{FOOT}"
            ),
            "M30 68c14-4 26-4 40 0",
        ),
        Role::King => (
            format!(
                "M46 8h8v7h8v8h-8v12h-8V23h-8v-8h8zM50 42c7-15 33-13 33 6 0 13-9 18-12 26H29\
                    c-3-8-12-13-12-26 0-19 26-21 33-6zM29 74h42l3 8H26z{FOOT}"
            ),
            "M50 43v22M31 68c13-4 25-4 38 0",
        ),
        Role::Magician => (
            format!(
                "M52 10l20 52H30c2-18 8-36 22-52zM16 70c4-7 20-10 34-10s30 3 34 10\
                    c-4 8-20 11-34 11s-30-3-34-11z{FOOT}"
            ),
            "M50 34l3 7 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1z",
        ),
        Role::Veteran => (
            format!(
                "M50 12c8 6 18 9 28 9 1 27-5 47-28 61-23-14-29-34-28-61 10 0 20-3 28-9\
                z{FOOT}"
            ),
            "M36 42l14 9 14-9M36 54l14 9 14-9M50 24v10M45 29h10",
        ),
        Role::Princess => (
            format!("{RIDER}M50 56c12 4 20 12 22 26H28c2-14 10-22 22-26z{FOOT}"),
            "M38 27l3 1M54 21c8 5 13 15 12 28M46 38c3-1 5-3 6-6M50 64v13M44 70h12",
        ),
        Role::Empress => (
            format!(
                "{RIDER}M26 58h10v6h9v-6h10v6h9v-6h10v14l-3 10H29l-3-10\
                z{FOOT}"
            ),
            RIDER_LINES,
        ),
        Role::Amazon => (
            format!("{RIDER}M28 82l-8-26 14 12 4-13 12 13 12-13 4 13 14-12-8 26z{FOOT}"),
            RIDER_LINES,
        ),
    }
}

/// The name under which a symbol is used.
pub fn id(role: Role) -> String {
    format!("piece-{}", role.letter())
}

/// Fill, outline and inner lines of an army.
pub const fn colors(army: Army) -> [&'static str; 3] {
    match army {
        Army::White => ["#fdfbf6", "#26221d", "#26221d"],
        Army::Black => ["#3a3632", "#12100e", "#efe8da"],
        Army::Red => ["#c4473a", "#3d0f0a", "#fbeeea"],
        // Allies have related colours: warm against cold.
        Army::Top => ["#e6b33d", "#4a3405", "#4a3405"],
        Army::Bottom => ["#cf6138", "#42160a", "#fdf0ea"],
        Army::Left => ["#4678b8", "#0c2344", "#eef4fc"],
        Army::Right => ["#3c9a8e", "#093430", "#eefaf8"],
    }
}

/// The symbols of these roles, to stand once in a picture.
pub fn symbols(roles: &[Role]) -> String {
    let mut text = String::new();
    for &role in roles {
        let (outline, lines) = shape(role);
        let _ = write!(
            text,
            "<symbol id=\"{}\" viewBox=\"0 0 100 100\"><path d=\"{outline}\" stroke-width=\"3\" \
             stroke-linejoin=\"round\"/>",
            id(role)
        );
        if !lines.is_empty() {
            let _ = write!(
                text,
                "<path d=\"{lines}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"3\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
            );
        }
        text += "</symbol>\n";
    }
    text
}
