"""A checker of proofs in the DRUP format: a formula in DIMACS CNF has no model.

It reads both texts on its own, shares no code with the package, and takes nothing on trust: every
lemma must follow by unit propagation from the clauses of the formula and the lemmas before it,
those deleted left out, up to the empty clause, which ends the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class RefusedError(Exception):
    """The text is no formula, or no proof for the formula; the message says at which line."""


def check(formula: str, proof: str) -> None:
    """Nothing, if the proof shows that the formula has no model. Raises RefusedError."""
    top, clauses = read_formula(formula)
    propagation = _Propagation(top)
    for clause in clauses:
        propagation.add(clause)
    ended = False
    for number, line in enumerate(proof.splitlines(), 1):
        if ended:
            raise RefusedError(f"proof, line {number}: after the empty clause")
        deletes = line.startswith("d ")
        clause = _literals(line[2:] if deletes else line, top, f"proof, line {number}")
        if deletes:
            if not propagation.delete(clause):
                raise RefusedError(f"proof, line {number}: deletes a clause that is not there")
        elif propagation.implies(clause):
            propagation.add(clause)
            ended = not clause
        else:
            raise RefusedError(f"proof, line {number}: does not follow by unit propagation")
    if not ended:
        raise RefusedError("proof: it does not come to the empty clause")


def read_formula(text: str) -> tuple[int, list[list[int]]]:
    """The highest variable and the clauses of a formula in DIMACS CNF, one clause a line."""
    header: tuple[int, int] | None = None
    clauses = []
    for number, line in enumerate(text.splitlines(), 1):
        where = f"formula, line {number}"
        if line == "c" or line.startswith("c "):
            continue
        if header is None:
            words = line.split(" ")
            if words[:2] != ["p", "cnf"] or len(words) != 4 or not all(map(_digits, words[2:])):
                raise RefusedError(f"{where}: expected a header such as 'p cnf 3 2'")
            header = int(words[2]), int(words[3])
        else:
            clauses.append(_literals(line, header[0], where))
    if header is None or header[1] != len(clauses):
        raise RefusedError("formula: not as many clauses as its header says")
    return header[0], clauses


def _literals(line: str, top: int, where: str) -> list[int]:
    """The literals on a line that a 0 ends."""
    words = line.split(" ")
    if words.pop() != "0" or not all(_digits(word.removeprefix("-")) for word in words):
        raise RefusedError(f"{where}: not a clause")
    literals = [int(word) for word in words]
    if any(not 1 <= abs(literal) <= top for literal in literals):
        raise RefusedError(f"{where}: no such variable")
    return literals


def _digits(word: str) -> bool:
    return word.isascii() and word.isdigit()


class _Propagation:
    """Clauses, and what follows from them by unit propagation alone.

    Two literals of each clause are watched: as long as neither is false, the clause can force
    nothing. What is forced stays so when a clause that forced it is deleted: it followed once from
    clauses that follow from the formula, and a proof may use whatever does.
    """

    def __init__(self, top: int) -> None:
        self.value = [0] * (2 * top + 1)  # by literal, the negative ones from the end: 1 true
        self.watching: list[list[list[int]]] = [[] for _ in range(2 * top + 1)]
        self.clauses: dict[tuple[int, ...], list[list[int]]] = {}
        self.forced: list[int] = []
        self.refuted = False

    def add(self, literals: Iterable[int]) -> None:
        """One more clause."""
        unique = sorted(set(literals))
        clause = sorted(unique, key=lambda literal: self.value[literal] < 0)  # false ones last
        self.clauses.setdefault(tuple(unique), []).append(clause)
        loose = sum(self.value[literal] >= 0 for literal in clause)
        if loose == 0:
            self.refuted = True
        elif loose == 1:
            if self.value[clause[0]] == 0:
                self.refuted |= not self._propagate([clause[0]])
        else:
            self.watching[clause[0]].append(clause)
            self.watching[clause[1]].append(clause)

    def delete(self, literals: Iterable[int]) -> bool:
        """Was there such a clause? It is there no more."""
        same = self.clauses.get(tuple(sorted(set(literals))))
        if not same:
            return False
        clause = same.pop()
        for literal in clause[:2]:
            watching = self.watching[literal]
            watching[:] = [other for other in watching if other is not clause]
        return True

    def implies(self, literals: Sequence[int]) -> bool:
        """Does unit propagation come to a contradiction where all these literals are false?"""
        if self.refuted:
            return True
        before = len(self.forced)
        follows = not self._propagate([-literal for literal in literals])
        for literal in self.forced[before:]:
            self.value[literal] = self.value[-literal] = 0
        del self.forced[before:]
        return follows

    def _propagate(self, queue: list[int]) -> bool:
        """Make these literals true, and all that follows. False: a contradiction came up."""
        value, watching, forced = self.value, self.watching, self.forced
        at = len(forced)
        for literal in queue:
            if value[literal] < 0:
                return False
            if value[literal] == 0:
                value[literal], value[-literal] = 1, -1
                forced.append(literal)
        while at < len(forced):
            false = -forced[at]
            at += 1
            clauses, watching[false] = watching[false], []
            for place, clause in enumerate(clauses):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                if value[clause[0]] <= 0:
                    for k in range(2, len(clause)):
                        if value[clause[k]] >= 0:
                            clause[1], clause[k] = clause[k], clause[1]
                            watching[clause[1]].append(clause)
                            break
                    else:
                        if value[clause[0]] < 0:
                            watching[false] += clauses[place:]
                            return False
                        watching[false].append(clause)
                        value[clause[0]], value[-clause[0]] = 1, -1
                        forced.append(clause[0])
                    continue
                watching[false].append(clause)
        return True
