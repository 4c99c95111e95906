import { z } from "zod";
import { namesUser } from "../platform/variables.ts";
import { isAppUrl, toOrigin, toReturnOrigin } from "./origins.ts";

const MOST_ORIGINS = 20;
const LONGEST_URL = 2_000;
const LONGEST_TEXT = 8_000;

/** The settings that a tenant writes: shape, limits and canonical form of each field. */

const listOf = (toItem: (text: string) => string | null, rule: string) =>
  z
    .array(
      z.string().transform((text, context) => {
        const item = toItem(text);
        if (item !== null) return item;
        context.addIssue({ code: "custom", message: rule });
        return z.NEVER;
      }),
    )
    .transform((items) => [...new Set(items)])
    .refine((items) => items.length <= MOST_ORIGINS, `must have at most ${MOST_ORIGINS} entries`);

export const allowedOriginsField = listOf(
  toOrigin,
  "must be origins such as https://shop.example, one per line, without spaces, paths or wildcards; http only on this machine, such as http://localhost:3000",
);

export const returnOriginsField = listOf(
  toReturnOrigin,
  "must be origins such as https://shop.example, or schemes of apps such as com.example.app:, one per line, without spaces",
);

/** One line of printable characters. */
export const brandNameField = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, "must be printable characters");

export const accentField = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #1259b5")
  .toLowerCase();

/** A URL that is safe as a page's link: no scheme that runs a script. */
export const alternativeUrlField = z
  .string()
  .max(LONGEST_URL)
  .refine(isLink, "must be an https: or mailto: address")
  .transform((text) => new URL(text).href);

function isLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (url.protocol === "https:" || url.protocol === "mailto:") && !namesUser(url);
}

/** The page adds the verification's id: a URL without a fragment. */
export const appUrlField = z
  .string()
  .max(LONGEST_URL)
  .refine(
    (text) => isAppUrl(text) && !text.includes("#"),
    "must be an https: address or one with the scheme of an app, such as com.example.app:/chip, without a fragment",
  )
  .transform((text) => new URL(text).href);

/** BCP 47: a language, with an optional script and region. */
export const localeField = z
  .string()
  .regex(
    /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/,
    "must be a language with an optional script and region, such as en or pt-BR",
  );

/** A text of several paragraphs. */
export const consentTextField = z
  .string()
  .transform((text) => text.replaceAll("\r\n", "\n").trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(LONGEST_TEXT)
      .regex(/^(?:\P{Cc}|\n)*$/u, "must be plain text"),
  );

/** Each capture session carries the logo, so it is small. */
export const LARGEST_LOGO = { bytes: 32 * 1024, side: 1_024 } as const;

/** The first bytes of a PNG image: the signature, and the header's length and name. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

/**
 * Why a logo is rejected, or null. Only PNG is allowed: a vector image may hold a script, and a few bytes of
 * another format may expand to an image that fills a phone's memory. PNG's header states the size.
 */
export function logoFault(content: Uint8Array): string | null {
  const { bytes, side } = LARGEST_LOGO;
  if (content.length > bytes) return `must have at most ${bytes / 1024} KiB`;
  if (content.length < 24 || !PNG.every((byte, i) => content[i] === byte)) return "must be a PNG image";
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const sides = [view.getUint32(16), view.getUint32(20)];
  return sides.every((length) => length > 0 && length <= side)
    ? null
    : `must have at most ${side} pixels a side`;
}
