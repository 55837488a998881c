//! Which article a game on 8x8 boards quotes. Where its rules differ from the text in the
//! matter, it says so instead.

use super::rule_book::{HOUSE_RULE, RuleBook, Ruling};
use super::rules::Rules;

/// The rules as a text has them, if it is one for 8x8 boards.
fn as_written(book: RuleBook) -> Option<Rules> {
    Some(match book {
        RuleBook::Fide => Rules::CHESS,
        RuleBook::Fics => Rules::BUGHOUSE,
        RuleBook::Doorgeefschaak => Rules::DOORGEEFSCHAAK,
        RuleBook::Tandemordnung => Rules::TANDEMORDNUNG,
        RuleBook::Tandem => Rules::TANDEM,
        RuleBook::Superschaak => Rules::SUPERSCHAAK,
        RuleBook::Vierschaak | RuleBook::Drieschaak | RuleBook::FourPlayerTeams => return None,
    })
}

impl Rules {
    /// The article that settles this matter, or `house rule` where these rules differ
    /// from the text in it.
    pub fn article(&self, matter: Ruling) -> &'static str {
        use Ruling as M;
        let Some(text) = as_written(self.rule_book) else { return self.rule_book.article(matter) };
        let same = match matter {
            M::Mate | M::CheckAverted | M::CheckPending | M::NoPieceCanCome | M::BothMated => {
                (self.mate, self.take_out_averts) == (text.mate, text.take_out_averts)
            }
            M::Stalemate => self.stalemate == text.stalemate,
            M::Moves => (self.move_draw, self.resets) == (text.move_draw, text.resets),
            M::Repetition => self.repetition == text.repetition,
            M::Material => self.dead_material == text.dead_material,
            M::Flag | M::BothFlags | M::FlagWithoutMate => self.flags == text.flags,
            M::Resigned => self.resigning == text.resigning,
            M::IllegalMove | M::IllegalAgain | M::BadDrop => self.illegal == text.illegal,
            M::Score => self.match_end == text.match_end,
            M::AllWait | M::Agreed | M::Forfeit => true,
            M::NobodyMoves | M::HalfWon | M::MateWithStalemate | M::LastToMove | M::Seating => true,
            M::KingTaken | M::Talk => true,
        };
        if same { self.rule_book.article(matter) } else { HOUSE_RULE }
    }
}
