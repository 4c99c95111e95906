"""What printed lines of documents say: words, names, dates, numbers and addresses in three scripts, all invented."""

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ACCENTED = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŹźŻżŽžȘșȚț"
)
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏαβγδεζηθικλμνξοπρςστυφχψωάέήίόύώϊϋΐΰ"
CYRILLIC = (
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёІіЇїЄєҐґЂђЈјЉљЊњЋћЏџЎўЃѓЌќЅѕ"
)
DIGITS = "0123456789"
SIGNS = " .,:;-/()'\"&+*#%@!?_=<>[]°º№–’„“”«»€£§"
ALPHABET = DIGITS + LATIN + ACCENTED + GREEK + CYRILLIC + SIGNS

SCRIPTS = {
    "latin": (LATIN, 0.34),
    "accented": (LATIN * 3 + ACCENTED, 0.3),
    "greek": (GREEK, 0.14),
    "cyrillic": (CYRILLIC, 0.22),
}
"""Each script's letters, as often as they are drawn, and its share of the lines."""

VOWELS = set("AEIOUYÀÁÂÃÄÅÆÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÝĀĂĄĒĖĘĚĪĮİŌŐŒŪŮŰŲΑΕΗΙΟΥΩΆΈΉΊΌΎΏАЕИОУЫЭЮЯЁІЇЄ")


def pick(rng, letters, count):
    return "".join(letters[i] for i in rng.integers(0, len(letters), count))


def syllables(letters):
    """A script's small letters, vowels apart, so that words have a language's rhythm and none's vocabulary."""
    small = [c for c in letters if c.lower() == c]
    return [c for c in small if c.upper() in VOWELS], [c for c in small if c.upper() not in VOWELS]


SOUNDS = {name: syllables(letters) for name, (letters, _) in SCRIPTS.items()}


def word(rng, script):
    vowels, others = SOUNDS[script]
    text = ""
    for _ in range(int(rng.integers(1, 5))):
        text += pick(rng, others, int(rng.choice((0, 1, 1, 1, 2)))) + pick(rng, vowels, 1)
    text += pick(rng, others, int(rng.integers(0, 3)))
    return text[:14]


def cased(rng, words):
    kind = rng.random()
    if kind < 0.4:
        return [w.upper() for w in words]
    if kind < 0.85:
        return [w[0].upper() + w[1:] for w in words]
    return words


def words(rng, script):
    return " ".join(cased(rng, [word(rng, script) for _ in range(int(rng.choice((1, 1, 2, 2, 3, 4))))]))


def date(rng, _):
    separator = (".", "/", "-", " ", ". ")[rng.integers(0, 5)]
    day, month, year = f"{rng.integers(1, 32):02d}", f"{rng.integers(1, 13):02d}", f"{rng.integers(1930, 2046)}"
    if rng.random() < 0.2:
        return separator.join((year, month, day))
    return separator.join((day, month, year if rng.random() < 0.9 else year[2:]))


def named_date(rng, script):
    month = cased(rng, [word(rng, script)])[0][: int(rng.integers(3, 9))]
    return f"{rng.integers(1, 32):02d} {month} {rng.integers(1930, 2046)}"


def number(rng, _):
    size = int(rng.integers(5, 13))
    text = pick(rng, LATIN[:26] + DIGITS * 4 if rng.random() < 0.6 else DIGITS, size)
    if rng.random() < 0.3:
        cut = int(rng.integers(2, size - 1))
        text = text[:cut] + "-/. "[rng.integers(0, 4)] + text[cut:]
    return text


def address(rng, script):
    house = f"{rng.integers(1, 300)}" + ("", "", "A", "b", "/3", "-5")[rng.integers(0, 6)]
    street, post = words(rng, script), f"{rng.integers(1000, 99999)}"
    return (f"{street} {house}", f"{house} {street}", f"{post} {street}", f"{street}, {post}")[rng.integers(0, 4)]


def label(rng, script):
    """As labels and lists of a licence: `3. Date of birth`, `4a.`, `Name / Nom`, `(2) Given names:`."""
    head = ("", "", "", f"{rng.integers(1, 13)}. ", f"{rng.integers(1, 5)}{'abcd'[rng.integers(0, 4)]}. ",
            f"({rng.integers(1, 10)}) ")[rng.integers(0, 6)]
    tail = ("", "", ":", f" / {words(rng, 'latin')}", f" ({word(rng, script)})")[rng.integers(0, 5)]
    return head + words(rng, script) + tail


def anything(rng, script):
    """Characters in any order, so that shape and not context decides what is read."""
    letters = SCRIPTS[script][0] + DIGITS * 2 + SIGNS.replace(" ", "")
    text = pick(rng, letters, int(rng.integers(1, 14)))
    if len(text) > 5 and rng.random() < 0.5:
        text = text[:4] + " " + text[4:]
    return text


KINDS = ((words, 0.36), (label, 0.16), (address, 0.14), (anything, 0.14), (number, 0.1), (date, 0.06), (named_date, 0.04))


def line(rng, scripts):
    """A line in one of the scripts that a face has."""
    weights = [SCRIPTS[name][1] for name in scripts]
    script = scripts[rng.choice(len(scripts), p=[w / sum(weights) for w in weights])]
    total = sum(share for _, share in KINDS)
    kind = KINDS[rng.choice(len(KINDS), p=[share / total for _, share in KINDS])][0]
    return kind(rng, script)[:40].strip()
