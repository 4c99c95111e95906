import { html, raw } from "hono/html";
import { fromBase64 } from "../crypto/encoding.ts";

/** What the page is told as it is opened: public, and nothing of a person. */
export interface PageConfig {
  readonly parents: readonly string[];
  readonly tenant: {
    readonly name: string;
    readonly alternative_url: string | null;
    readonly theme: Readonly<Record<"light" | "dark", { accent: string; on_accent: string }>>;
  } | null;
}

/** The document that loads the page's script. A tenant's texts stand in it as data that no browser runs. */
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

/** JSON that cannot end the element it stands in: in a script only `<` begins anything. */
const inScript = (config: PageConfig): string => JSON.stringify(config).replaceAll("<", "\\u003c");

/** Features of browsers that the page has no use for; a camera is all that it asks for. */
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

const PERMISSIONS = ["camera=(self)", ...UNUSED_FEATURES.map((name) => `${name}=()`)].join(", ");

/**
 * The headers of the page. Only pages of the parents' origins may hold it in a frame; nobody may when there
 * are none.
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

/** Of a built file: its name tells its content. */
const FILE_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

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
