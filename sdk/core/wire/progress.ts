import { type Fetch, type ResponseLike, runtime, type XhrLike } from "../../platform/runtime.ts";

type Report = (sent: number) => void;
export type SendingWith = (report: Report) => Fetch | undefined;

/** Reports monotonically increasing progress only: a retry starts again at 0, and no bar must go back. */
export function increasing(report: Report): Report {
  let most = -1;
  return (sent) => {
    const next = Math.min(1, sent);
    if (!(next > most)) return;
    most = next;
    report(next);
  };
}

/**
 * A `fetch` by XMLHttpRequest, which alone reports upload progress; undefined if there is none. It always
 * follows redirects, so an answer from another address counts as not from this API.
 */
export const sendingWith: SendingWith = (report) => {
  const Request = runtime.XMLHttpRequest;
  if (Request === undefined) return undefined;
  return (url, { method = "GET", headers = {}, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new Request();
      const fail = () => reject(new TypeError("the connection ended early"));
      request.open(method, url);
      request.responseType = "arraybuffer";
      for (const [name, value] of Object.entries(headers as object)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => report(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(responseOf(request, url));
      request.onerror = fail;
      request.onabort = fail;
      signal?.addEventListener("abort", () => request.abort());
      request.send(body);
    });
};

/** Like `fetch` with `redirect: "manual"`: a redirect has neither status nor body. */
function responseOf(request: XhrLike, url: string): ResponseLike {
  const { responseURL } = request;
  const isRedirected = !!responseURL && responseURL !== new runtime.URL(url).href;
  const bytes = isRedirected ? new ArrayBuffer(0) : (request.response as ArrayBuffer);
  return {
    status: isRedirected ? 0 : request.status,
    headers: { get: (name) => request.getResponseHeader(name) },
    arrayBuffer: async () => bytes,
    text: async () => new runtime.TextDecoder("utf-8", { fatal: false, ignoreBOM: false }).decode(bytes),
  };
}
