import { runtime } from "../../platform/runtime.ts";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The service's address without a slash at its end. Throws a TypeError for one that would carry a credential
 * in the clear, unless it stays on this machine or the caller allows it.
 */
export function baseUrlOf(text: string, allowHttp: boolean): string {
  const url = parse(text);
  const extra = url.username + url.password + url.search + url.hash;
  if (extra !== "") throw new TypeError("baseUrl has a host and perhaps a path, and nothing else");
  if (url.protocol === "http:" && !allowHttp && !LOOPBACK.test(url.hostname)) {
    throw new TypeError("baseUrl must be https, since it carries a credential; see allowHttp");
  }
  if (!["http:", "https:"].includes(url.protocol)) throw new TypeError("baseUrl must be https");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function parse(text: string) {
  try {
    return new runtime.URL(text);
  } catch {
    throw new TypeError("baseUrl must be a URL, such as https://id.example.com");
  }
}
