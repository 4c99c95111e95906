"""Texts of MRZs (ICAO Doc 9303), for training only: invented, seeded, with valid check digits."""

import string

LETTERS = string.ascii_uppercase
DIGITS = string.digits
ALPHABET = LETTERS + DIGITS + "<"
VALUES = {c: i for i, c in enumerate(DIGITS + LETTERS)} | {"<": 0}

RANDOM_SHARE = 0.3
"""Share of lines without a format, so that the reader relies on shape and not on context."""


def check_digit(text):
    """The digit of Doc 9303-3, 4.9: weights 7 3 1, modulo 10."""
    return str(sum(VALUES[c] * (7, 3, 1)[i % 3] for i, c in enumerate(text)) % 10)


def pick(rng, alphabet, count):
    return "".join(alphabet[i] for i in rng.integers(0, len(alphabet), count))


def checked(text):
    return text + check_digit(text)


def date(rng):
    return f"{rng.integers(0, 100):02d}{rng.integers(1, 13):02d}{rng.integers(1, 32):02d}"


def number(rng, length):
    """A document number: letters anywhere, letters first, or digits alone; shorter ones are filled up."""
    kind = rng.integers(0, 3)
    size = length if rng.random() < 0.8 else int(rng.integers(5, length + 1))
    lead = int(rng.integers(0, 3))
    text = (
        pick(rng, LETTERS + DIGITS, size),
        pick(rng, LETTERS, lead) + pick(rng, DIGITS, size - lead),
        pick(rng, DIGITS, size),
    )[kind]
    return text.ljust(length, "<")


def optional(rng, length):
    kind = rng.random()
    if kind < 0.4:
        return "<" * length
    size = int(rng.integers(1, length + 1))
    return pick(rng, DIGITS if kind < 0.7 else LETTERS + DIGITS, size).ljust(length, "<")


def words(rng, most):
    return "<".join(pick(rng, LETTERS, int(rng.integers(2, 11))) for _ in range(int(rng.integers(1, most + 1))))


def names(rng, length):
    text = words(rng, 2) + ("<<" + words(rng, 3) if rng.random() < 0.95 else "")
    return text[:length].ljust(length, "<")


def head(rng, codes):
    return codes[rng.integers(0, len(codes))] + (LETTERS + "<")[rng.integers(0, 27)] + pick(rng, LETTERS, 3)


def person(rng):
    """Date of birth, sex and date of expiry, the dates with their digits."""
    return checked(date(rng)), "MFX<"[rng.integers(0, 4)], checked(date(rng))


def two_lines(rng, length, codes):
    birth, sex, expiry = person(rng)
    front = checked(number(rng, 9))
    rest = length - 29
    extra = checked(optional(rng, rest - 1)) if length == 44 else optional(rng, rest)
    composite = check_digit(front + birth + expiry + extra)
    second = front + pick(rng, LETTERS, 3) + birth + sex + expiry + extra + composite
    return [head(rng, codes) + names(rng, length - 5), second]


def visa(rng, length):
    first, second = two_lines(rng, length, "V")
    return [first, second[:28] + optional(rng, length - 28)]


def td1(rng):
    birth, sex, expiry = person(rng)
    front = checked(number(rng, 9)) + optional(rng, 15)
    extra = optional(rng, 11)
    composite = check_digit(front + birth + expiry + extra)
    second = birth + sex + expiry + pick(rng, LETTERS, 3) + extra + composite
    return [head(rng, "ACI") + front, second, names(rng, 30)]


GENERATORS = {
    30: (td1,),
    36: (lambda rng: two_lines(rng, 36, "ACI"), lambda rng: visa(rng, 36)),
    44: (lambda rng: two_lines(rng, 44, "P"), lambda rng: visa(rng, 44)),
}


def line(rng, length):
    """One line of `length` (30, 36 or 44) characters."""
    if rng.random() < RANDOM_SHARE:
        return pick(rng, ALPHABET, length)
    generators = GENERATORS[length]
    lines = generators[rng.integers(0, len(generators))](rng)
    return lines[rng.integers(0, len(lines))]
