//! The engine's fingerprint: nodes that the bench takes, game by game. A change that moves
//! a number is a change of play; whoever makes it says so in the commit and sets the number.

use kralle::eval::chosen::EvalChoice;
use kralle::search::Signal;
use kralle::tools::bench;

/// At the bench's own depth, in the order of the bench.
const SIGNATURE: &[(&str, u64)] = &[
    ("chess", 76_094),
    ("crazyhouse", 194_658),
    ("bughouse", 140_687),
    ("superschaak", 82_807),
    ("vierschaak", 12_069),
    ("drieschaak", 18_540),
];

#[test]
fn the_bench_counts_what_it_counted() {
    let mut counted = Vec::new();
    let mut hear = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        let (name, nodes) = (words.next().unwrap(), words.next().unwrap());
        counted.push((name, nodes.parse::<u64>().unwrap()));
    };
    let last =
        bench::run(bench::DEPTH, &EvalChoice::Default, &Signal::default(), &mut hear).unwrap();
    let pinned: Vec<_> = SIGNATURE.iter().map(|&(name, nodes)| (name.to_owned(), nodes)).collect();
    assert_eq!(counted, pinned, "the play has changed: say so in the commit, set SIGNATURE");
    let total: u64 = SIGNATURE.iter().map(|(_, nodes)| nodes).sum();
    assert!(last.starts_with(&format!("{total} nodes ")), "{last}");
}
