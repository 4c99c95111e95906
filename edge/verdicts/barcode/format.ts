import { DAY_MS } from "../../core/clock.ts";
import { isoDay } from "../text/dates.ts";
import type { LicenceBarcode } from "./barcodes.ts";
import { type Issuer, issuerWith, jurisdictionNamed, mayDeviate } from "./issuers.ts";

/** What the format of a barcode is judged with. */
interface Judged extends Pick<LicenceBarcode, "file" | "fields"> {
  /** Undefined for a number that no issuer has. */
  readonly issuer: Issuer | undefined;
  /** Lines printed on the document, on both sides. */
  readonly printed: readonly string[];
  readonly now: number;
}

/** The first and the last version of the standard whose header is known (2000, 2025). */
const VERSIONS = { first: 1, last: 11 } as const;

const HEAD = "@\n\x1e\r";

/** A stripe has no header and no subfiles; its issuer, dates and jurisdiction are judged like a file's. */
const inFiles =
  (isWrong: (judged: Judged) => boolean) =>
  (judged: Judged): boolean =>
    judged.file.format === "subfiles" && isWrong(judged);

/** What is wrong with a barcode, in the order of the standard's annex D. No detail contains a value. */
const FAULTS: readonly (readonly [detail: string, isWrong: (judged: Judged) => boolean])[] = [
  ["The barcode's issuer number is not on AAMVA's list.", ({ issuer }) => issuer === undefined],
  [
    "The barcode's header is not the standard's.",
    inFiles(
      ({ file: { fileType, iin, text, version } }) =>
        (fileType !== "ANSI" || !text.startsWith(HEAD)) && !(version === 1 && mayDeviate(iin, "file_type")),
    ),
  ],
  [
    "The barcode's header and its subfiles differ in number.",
    inFiles(
      ({ file: { iin, entries, directory } }) =>
        entries !== directory.length &&
        !mayDeviate(iin, "number_of_entries") &&
        !mayDeviate(iin, "directory"),
    ),
  ],
  [
    "The barcode's subfiles are not where its header says.",
    inFiles(({ file }) => !mayDeviate(file.iin, "directory") && !fitsDirectory(file)),
  ],
  [
    "The barcode's issuer and its country differ.",
    ({ file, issuer }) => differ(file.elements.get("DCG"), issuer?.country),
  ],
  [
    "The barcode's issuer and the jurisdiction of its address differ.",
    ({ file, issuer }) => differ(file.elements.get("DAJ") ?? file.elements.get("DAO"), issuer?.code),
  ],
  ["The barcode's issuer and the printed jurisdiction differ.", isOfAnother],
  ["A date of the barcode does not exist.", hasImpossibleDate],
  ["The barcode's dates contradict each other.", hasDatesOutOfOrder],
];

/** What is wrong with a barcode's format; null if nothing is, `unknown` for a version that is not known. */
export function faultOf(
  { file, fields }: LicenceBarcode,
  printed: readonly string[],
  now: number,
): { readonly detail: string } | "unknown" | null {
  const { first, last } = VERSIONS;
  if (file.format === "subfiles" && (file.version < first || file.version > last)) return "unknown";
  const judged = { file, fields, issuer: issuerWith(file.iin), printed, now };
  const fault = FAULTS.find(([, isWrong]) => isWrong(judged));
  return fault === undefined ? null : { detail: fault[0] };
}

const differ = (one: string | undefined, other: string | null | undefined): boolean =>
  one !== undefined && other != null && one !== other;

/**
 * Whether each subfile begins where the directory says, by its type or, in version 1, at once by its
 * elements; one follows another, and the last ends within the content.
 */
function fitsDirectory({ directory, text }: Judged["file"]): boolean {
  const [first] = directory;
  if (first === undefined) return false;
  let at = first.offset;
  for (const { type, offset, length } of directory) {
    if (offset !== at || offset + length > text.length) return false;
    if (!text.startsWith(type, offset) && !/^[DZ][A-Z]{2}/.test(text.slice(offset, offset + 3))) return false;
    at = offset + length;
  }
  return true;
}

/** Whether the card's title names one jurisdiction, and it is not the issuer's. */
function isOfAnother({ issuer, printed }: Judged): boolean {
  const named = new Set(printed.map(jurisdictionNamed).filter((code) => code !== undefined));
  return named.size === 1 && issuer?.code != null && !named.has(issuer.code);
}

const DATES = { DBB: "date_of_birth", DBD: "date_of_issue", DBA: "date_of_expiry" } as const;

/** Whether an element with eight digits is no date. Zeros are what issuers write for none. */
function hasImpossibleDate({ file, fields }: Judged): boolean {
  return Object.entries(DATES).some(([id, key]) => {
    const digits = file.elements.get(id)?.replace(/\D/g, "") ?? "";
    return /[1-9]/.test(digits) && digits.length === 8 && fields[key] === undefined;
  });
}

/** Birth is before issue, issue before expiry, and no issue in the future: a day ahead is a time zone's. */
function hasDatesOutOfOrder({ fields, now }: Judged): boolean {
  const { date_of_birth: birth, date_of_issue: issue, date_of_expiry: expiry } = fields;
  const ahead = isoDay(new Date(now + 2 * DAY_MS));
  const order = [birth, issue, expiry].filter((date) => date !== undefined);
  return order.some((date, i) => i > 0 && order[i - 1]! >= date) || (issue !== undefined && issue >= ahead);
}
