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
export const FILE_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;
