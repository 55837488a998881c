//! temp
use kralle::game::{rules, single::Position};
struct P;
impl kralle::search::Listener for P {
    fn report(&mut self, r: &kralle::search::Report) {
        println!(
            "depth {} {} {:?} score {} nodes {} nps {} {:?}",
            r.depth,
            r.deepest,
            r.time,
            r.score,
            r.nodes,
            (r.nodes as f64 / r.time.as_secs_f64()) as u64,
            &r.moves[..r.moves.len().min(8)]
        );
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v = rules::variant(&a[1]).unwrap();
    let fen = if a.len() > 3 { a[3].clone() } else { rules::START.into() };
    let mut p = Position::from_setup(&fen.parse().unwrap(), v.rules, false).unwrap();
    let w = kralle::eval::weights::Weights::under(&v.rules);
    let mut e =
        kralle::search::Engine::new(kralle::eval::classical::Classical::new(w), 64, 1).unwrap();
    let d = std::time::Duration::from_millis(a[2].parse().unwrap());
    let l = kralle::search::Limits { move_time: Some(d), ..Default::default() };
    println!("{:?}", e.search(&p, &l, &Default::default(), &mut P));
}
