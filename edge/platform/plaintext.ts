const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL's host is this machine itself. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Whether this URL leads over a network without encryption: whoever is on the way reads faces, and the secret
 * that opens the service behind it. `libsql:` is encrypted unless it says otherwise. What is no URL is
 * refused elsewhere.
 */
export function isPlaintextBeyondLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, searchParams } = new URL(url);
  const isPlain = protocol === "http:" || (protocol === "libsql:" && searchParams.get("tls") === "0");
  return isPlain && !isLoopback(hostname);
}
