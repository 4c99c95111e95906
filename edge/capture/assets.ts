import { fromBase64 } from "../crypto/encoding.ts";
import { FILE_HEADERS } from "./headers.ts";

/** A built file of the page. Its name holds a digest of its content, so that it never changes. */
interface BuiltFile {
  readonly type: string;
  readonly body: string;
  /** The same compressed once, in Base64: the page is 100 kB as it is, a third of it so. */
  readonly gzip: string;
}

/** What is built of `capture/`. */
export interface BuiltFiles {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  /** By their names; `script`, `style` and `icon` are three of them. */
  readonly files: Readonly<Record<string, BuiltFile>>;
}

/** Tells workerd that the body is compressed already. Node's types do not know it. */
const ENCODED = { encodeBody: "manual" } as ResponseInit;

/** Whether a client takes gzip, by its `Accept-Encoding` (RFC 9110, section 12.5.3). */
const takesGzip = (accepted: string): boolean =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;\s*q=(?:1|0?\.0*[1-9]))/i.test(accepted);

/** Answers a file, compressed for those who take that: most hosts compress nothing themselves. */
export function answerFile({ type, body, gzip }: BuiltFile, accepted: string): Response {
  const headers = { ...FILE_HEADERS, "Content-Type": type, Vary: "Accept-Encoding" };
  if (!takesGzip(accepted)) return new Response(body, { headers });
  return new Response(fromBase64(gzip), {
    headers: { ...headers, "Content-Encoding": "gzip" },
    ...ENCODED,
  });
}
