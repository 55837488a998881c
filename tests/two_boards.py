"""Bughouse for test scripts: one board with two hands, slow and plain, so that what an
engine plays is judged by something that shares no code with it."""

import random

FILES = "abcdefgh"
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def name(square):
    """`e4` of (4, 3)."""
    return FILES[square[0]] + str(square[1] + 1)


def square(text):
    """(4, 3) of `e4`."""
    return FILES.index(text[0]), int(text[1]) - 1


class Board:
    """A board; upper case is White, hands count upper-case letters."""

    def __init__(self):
        self.men, self.promoted = {}, set()
        for file, role in enumerate("RNBQKBNR"):
            self.men[file, 0], self.men[file, 7] = role, role.lower()
            self.men[file, 1], self.men[file, 6] = "P", "p"
        self.white = True
        self.castling = {(4, 0), (0, 0), (7, 0), (4, 7), (0, 7), (7, 7)}
        self.passed = None
        self.hands = [dict.fromkeys("PNBRQ", 0), dict.fromkeys("PNBRQ", 0)]

    def hand(self, white):
        """The men that a side holds."""
        return self.hands[0 if white else 1]

    def own(self, at, white):
        """Does a man of this side stand there?"""
        man = self.men.get(at)
        return man is not None and man.isupper() == white

    def rays(self, at, directions, far):
        """Squares that are reached from one, up to the first man."""
        for x, y in directions:
            for step in range(1, 8 if far else 2):
                to = at[0] + x * step, at[1] + y * step
                if not (0 <= to[0] < 8 and 0 <= to[1] < 8):
                    break
                yield to
                if to in self.men:
                    break

    def attackers(self, at, white):
        """Squares of this side's men that attack a square."""
        found = []

        def look(directions, far, roles):
            for to in self.rays(at, directions, far):
                if self.own(to, white) and self.men[to].upper() in roles:
                    found.append(to)

        look(STRAIGHT, True, "RQ")
        look(DIAGONAL, True, "BQ")
        look(KNIGHT, False, "N")
        look(STRAIGHT + DIAGONAL, False, "K")
        look([(-1, -1), (1, -1)] if white else [(-1, 1), (1, 1)], False, "P")
        return found

    def king(self, white):
        """Where the king stands."""
        wanted = "K" if white else "k"
        return next(at for at, man in self.men.items() if man == wanted)

    def checkers(self):
        """Who attacks the king of the side to move."""
        return self.attackers(self.king(self.white), not self.white)

    def steps(self):
        """Moves on the board, legal but for the king's safety."""
        white, up = self.white, 1 if self.white else -1
        for at, man in list(self.men.items()):
            if man.isupper() != white:
                continue
            role = man.upper()
            if role == "P":
                targets = []
                ahead = at[0], at[1] + up
                if ahead not in self.men:
                    targets.append(ahead)
                    twice = at[0], at[1] + 2 * up
                    if at[1] == (1 if white else 6) and twice not in self.men:
                        targets.append(twice)
                for side in (-1, 1):
                    to = at[0] + side, at[1] + up
                    if self.own(to, not white) or (to == self.passed and to not in self.men):
                        targets.append(to)
                for to in targets:
                    if to[1] in (0, 7):
                        yield from (name(at) + name(to) + role for role in "qrbn")
                    else:
                        yield name(at) + name(to)
                continue
            reach = {
                "N": (KNIGHT, False), "B": (DIAGONAL, True), "R": (STRAIGHT, True),
                "Q": (STRAIGHT + DIAGONAL, True), "K": (STRAIGHT + DIAGONAL, False),
            }[role]
            for to in self.rays(at, *reach):
                if not self.own(to, white):
                    yield name(at) + name(to)
        yield from self.castles()

    def castles(self):
        """Castling, by the king's two squares."""
        rank = 0 if self.white else 7
        if (4, rank) not in self.castling or self.checkers():
            return
        for rook, between, king in ((7, (5, 6), (5, 6)), (0, (1, 2, 3), (3, 2))):
            free = not any((file, rank) in self.men for file in between)
            safe = not any(self.attackers((file, rank), not self.white) for file in king)
            if (rook, rank) in self.castling and free and safe:
                yield f"e{rank + 1}{FILES[king[1]]}{rank + 1}"

    def drops(self):
        """Drops from the hand."""
        for role, count in self.hand(self.white).items():
            if not count:
                continue
            for file in range(8):
                for rank in range(1, 7) if role == "P" else range(8):
                    if (file, rank) not in self.men:
                        yield f"{role}@{name((file, rank))}"

    def legal(self):
        """All legal moves."""
        moves = []
        for move in [*self.steps(), *self.drops()]:
            after = self.copy()
            after.play(move)
            if not after.attackers(after.king(self.white), not self.white):
                moves.append(move)
        return moves

    def is_mate(self):
        """No legal move, in check, and no man that comes could be put between."""
        checkers = self.checkers()
        if not checkers or self.legal():
            return False
        king = self.king(self.white)
        far = max(abs(checkers[0][0] - king[0]), abs(checkers[0][1] - king[1])) > 1
        return not (len(checkers) == 1 and far and self.men[checkers[0]].upper() in "BRQ")

    def copy(self):
        """The same board once more."""
        other = Board.__new__(Board)
        other.men, other.promoted = dict(self.men), set(self.promoted)
        other.white, other.passed = self.white, self.passed
        other.castling = set(self.castling)
        other.hands = [dict(hand) for hand in self.hands]
        return other

    def play(self, move):
        """Plays a move; the letter of the man that is taken, in upper case, or None."""
        white, taken, passed = self.white, None, None
        if move[1] == "@":
            self.hand(white)[move[0]] -= 1
            self.men[square(move[2:4])] = move[0] if white else move[0].lower()
        else:
            at, to = square(move[:2]), square(move[2:4])
            man = self.men.pop(at)
            if man in "Pp" and to == self.passed and to not in self.men:
                self.men.pop((to[0], at[1]))
                taken = "P"
            elif to in self.men:
                taken = "P" if to in self.promoted else self.men[to].upper()
            if man in "Pp" and abs(to[1] - at[1]) == 2:
                passed = at[0], (at[1] + to[1]) // 2
            if man in "Kk" and abs(to[0] - at[0]) == 2:
                old, new = ((7, 5) if to[0] == 6 else (0, 3))
                self.men[new, at[1]] = self.men.pop((old, at[1]))
            promoted = at in self.promoted
            self.promoted -= {at, to}
            if len(move) == 5:
                man, promoted = move[4].upper() if white else move[4], True
            if promoted:
                self.promoted.add(to)
            self.men[to] = man
            self.castling -= {at, to}
        self.passed, self.white = passed, not white
        return taken

    def holding(self):
        """The two lists, as a server writes them."""
        lists = ("".join(role * hand[role] for role in "PNBRQ") for hand in self.hands)
        return "holding [{}] [{}] ".format(*lists)

    def any_move(self, chance: random.Random):
        """A legal move, captures preferred now and then; None if there is none."""
        moves = self.legal()
        takes = [move for move in moves if move[1] != "@" and square(move[2:4]) in self.men]
        return chance.choice(takes if takes and chance.random() < 0.6 else moves) if moves else None
