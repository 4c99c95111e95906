import { html, raw } from "hono/html";
import { fromBase64 } from "../crypto/encoding.ts";

/** The data in the page when it opens: public, and nothing about a person. */
export interface PageConfig {
  readonly parents: readonly string[];
  readonly tenant: {
    readonly name: string;
    readonly alternative_url: string | null;
    readonly theme: Readonly<Record<"light" | "dark", { accent: string; on_accent: string }>>;
  } | null;
}

/** The document that loads the page's script. A tenant's texts are in it as data that no browser runs. */
export const renderPage = ({ script, style, icon }: BuiltFiles, config: PageConfig) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Verify your identity</title>
<link rel="icon" href="/verify/assets/${icon}">
<link rel="stylesheet" href="/verify/assets/${style}">
<script type="application/json" id="config">${raw(inScript(config))}</script>
<script type="module" src="/verify/assets/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript><p>This page needs JavaScript.</p></noscript>
</body>
</html>`;

/** JSON that cannot close its element: inside a script only `<` can. */
const inScript = (config: PageConfig): string => JSON.stringify(config).replaceAll("<", "\\u003c");

/** Browser features that the page does not use; it only asks for a camera. */
const UNUSED_FEATURES = [
  ...["accelerometer", "autoplay", "browsing-topics", "clipboard-read", "display-capture"],
  ...["fullscreen", "geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment"],
  ...["publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
];

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const PERMISSIONS = [
  "camera=(self)",
  "digital-credentials-get=(self)",
  ...UNUSED_FEATURES.map((name) => `${name}=()`),
].join(", ");

/**
 * The headers of the page. Only pages of the parents' origins may frame it; without any it cannot be framed.
 */
export function pageHeaders(parents: readonly string[]): Readonly<Record<string, string>> {
  const ancestors = parents.length === 0 ? "'none'" : parents.join(" ");
  return {
    "Content-Security-Policy": `${POLICY}; frame-ancestors ${ancestors}`,
    "Permissions-Policy": PERMISSIONS,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    ...(parents.length === 0 && { "X-Frame-Options": "DENY" }),
  };
}

/** Headers of a built file, whose name holds a digest of its content. */
const FILE_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** A built file of the page. Its name holds a digest of its content, so it never changes. */
interface BuiltFile {
  readonly type: string;
  readonly body: string;
  /** The same, compressed once, in Base64: the page is 100 kB, and a third of that compressed. */
  readonly gzip: string;
}

/** The files built from `capture/`. */
export interface BuiltFiles {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  /** By their names; `script`, `style` and `icon` are three of them. */
  readonly files: Readonly<Record<string, BuiltFile>>;
}

/** The body is compressed already. `encodeBody` is workerd's; Node's types lack it. */
const ENCODED = { encodeBody: "manual" } as ResponseInit;

/** Whether a client takes gzip, by its `Accept-Encoding` (RFC 9110, section 12.5.3). */
const takesGzip = (accepted: string): boolean =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;\s*q=(?:1|0?\.0*[1-9]))/i.test(accepted);

/** Answers a file, compressed if the client accepts it: most hosts do not compress. */
export function answerFile({ type, body, gzip }: BuiltFile, accepted: string): Response {
  const headers = { ...FILE_HEADERS, "Content-Type": type, Vary: "Accept-Encoding" };
  if (!takesGzip(accepted)) return new Response(body, { headers });
  return new Response(fromBase64(gzip), {
    headers: { ...headers, "Content-Encoding": "gzip" },
    ...ENCODED,
  });
}
