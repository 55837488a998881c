//! temp
use kralle::game::many::*;
fn run<K: Kind>(fen: Option<&str>, d: u32) {
    let mut p = match fen {
        Some(f) => Position::<K>::from_fen(f, Rules { forbid_joint_mates: false }).unwrap(),
        None => Position::<K>::start(Rules { forbid_joint_mates: false }),
    };
    for i in 1..=d {
        let t = std::time::Instant::now();
        let n = kralle::tools::perft::perft(&mut p, i);
        println!("{i} {n} {:.1} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d: u32 = a[2].parse().unwrap();
    let f = a.get(3).map(|s| s.as_str());
    if a[1] == "4" { run::<Vierschaak>(f, d) } else { run::<Drieschaak>(f, d) }
}
