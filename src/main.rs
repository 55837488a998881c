//! temp
use kralle::game::{rules, single::Position};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v = rules::variant(&a[1]).unwrap();
    let d: u32 = a[2].parse().unwrap();
    let fen = if a.len() > 3 { a[3].clone() } else { rules::START.into() };
    let mut p = Position::from_setup(&fen.parse().unwrap(), v.rules, false).unwrap();
    for i in 1..=d {
        let t = std::time::Instant::now();
        let n = kralle::tools::perft::perft(&mut p, i);
        println!("{i} {n} {:.1} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}
