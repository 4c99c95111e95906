/**
 * A licence's barcode in the standard's file format (AAMVA DL/ID Card Design Standard, annex D.12), or in the
 * format of a magnetic stripe, as British Columbia has it.
 */
export interface AamvaFile {
  readonly format: "subfiles" | "stripe";
  /** ANSI, or AAMVA on some early cards; empty for a stripe. */
  readonly fileType: string;
  /** Issuer identification number, six digits. */
  readonly iin: string;
  /** Of the standard: 1 to 11; 0 for a stripe. */
  readonly version: number;
  /** The number of subfiles by the header; null if it does not say. */
  readonly entries: number | null;
  readonly directory: readonly SubfileEntry[];
  /** Elements by their identifiers, without padding; empty ones are absent. */
  readonly elements: ReadonlyMap<string, string>;
  /** As encoded, one character a byte. */
  readonly text: string;
}

/** Where the header says that a subfile is, in bytes from the beginning. */
interface SubfileEntry {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

/** The first version whose header has the issuer's own version as well (2003). */
const JURISDICTION_VERSION_FROM = 2;

const HEADER = /(?:^|[^A-Z])(ANSI |AAMVA)(\d{6})(\d\d)(\d{0,4})((?:[A-Z]{2}\d{8})*)/;

/** Between elements: the standard's line feed, or another control character. */
const SEPARATOR = /\p{Cc}/u;
const SUBFILE_START = /^(?:DL|ID|EN)(?=D[A-Z]{2})/;
/** What stands between the header and a subfile that does not begin there. */
const UNREADABLE_DIRECTORY = /^(?!(?:DL|ID|EN)?D[A-Z]{2}).{1,20}?(?=(?:DL|ID|EN)D[A-Z]{2})/s;
const ELEMENT = /^(D[A-Z]{2})(.*)$/s;

/**
 * Reads a licence's barcode, whatever it does to the standard; the check of its format judges that. Null for
 * other content. Never throws.
 */
export const parseAamva = (content: Uint8Array): AamvaFile | null => {
  const text = Array.from(content, (byte) => String.fromCharCode(byte)).join("");
  return parseSubfiles(text) ?? parseStripe(text);
};

function parseSubfiles(text: string): AamvaFile | null {
  const header = HEADER.exec(text.slice(0, 256));
  if (header === null) return null;
  const [whole, fileType, iin, version, counts, directory] = header as unknown as string[];
  const elements = elementsIn(text.slice(header.index + whole!.length));
  if (elements.size === 0) return null;
  const own = Number(version) >= JURISDICTION_VERSION_FROM ? 2 : 0;
  const entries = counts!.slice(own, own + 2);
  return {
    format: "subfiles",
    fileType: fileType!.trim(),
    iin: iin!,
    version: Number(version),
    entries: entries.length === 2 ? Number(entries) : null,
    directory: (directory!.match(/.{10}/gs) ?? []).map((entry) => ({
      type: entry.slice(0, 2),
      offset: Number(entry.slice(2, 6)),
      length: Number(entry.slice(6)),
    })),
    elements,
    text,
  };
}

/** The first value of each element counts. */
function elementsIn(body: string): Map<string, string> {
  const elements = new Map<string, string>();
  for (const [i, piece] of body.split(SEPARATOR).entries()) {
    const start = i === 0 ? piece.replace(UNREADABLE_DIRECTORY, "") : piece;
    const [, id, value = ""] = ELEMENT.exec(start.replace(SUBFILE_START, "")) ?? [];
    const known = value.trim().replace(/[,\s]+$/, "");
    if (id !== undefined && known !== "" && !elements.has(id)) elements.set(id, known);
  }
  return elements;
}

/**
 * The three tracks of the standard's magnetic stripe, annex F: province, city, name and address; number,
 * expiry and birth; the holder's description. The sex follows 30 characters of the third.
 */
const STRIPE =
  /^\s*%(?<province>[A-Z]{2})(?<city>[^^]{0,13})\^?(?<name>[^^]{0,80})\^(?<address>[^^?]{0,80})\^?\?\s*;(?<iin>6\d{5})(?<number>\d{1,13})=(?<year>\d\d)(?<month>\d\d)(?<birth>\d{8})\d*=?\d*\?(?:\s*[_+#]?%(?<third>[^?]{0,120})\??)?/;
const SEX_AT = 29;
/** The month of an expiry that is on the holder's birthday. */
const ON_BIRTHDAY = "99";

function parseStripe(text: string): AamvaFile | null {
  const groups = STRIPE.exec(text)?.groups;
  if (groups === undefined) return null;
  const { province, city, name, address, iin, number, year, month, birth, third = "" } = groups;
  const [last = "", given = ""] = name!.split(/,?\$/);
  const expiry = month === ON_BIRTHDAY ? `20${year}${birth!.slice(4)}` : "";
  const found = {
    DAQ: number!,
    DCS: last,
    DAC: given,
    DBB: birth!,
    DBA: expiry,
    DBC: third[SEX_AT] ?? "",
    DAG: address!.split("$")[0]!,
    DAI: city!,
    DAJ: province!,
  };
  const elements = Object.entries(found).map(([id, value]) => [id, value.trim()] as const);
  return {
    format: "stripe",
    fileType: "",
    iin: iin!,
    version: 0,
    entries: null,
    directory: [],
    elements: new Map(elements.filter(([, value]) => value !== "")),
    text,
  };
}
