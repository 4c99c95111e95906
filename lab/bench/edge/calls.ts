import { Agent, type IncomingMessage, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  /** Until the whole answer was read. */
  readonly milliseconds: number;
}

/** Sends a request and reads its whole answer, with as little of this process's time as can be. */
export function send(url: string, { method = "GET", headers = {}, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const outgoing = request(url, { method, headers: { ...headers, ...length }, agent }, (answer) => {
      read(answer).then((text) => {
        const milliseconds = performance.now() - since;
        resolve({ status: answer.statusCode ?? 0, text, milliseconds });
      }, reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Sends a request and reads its whole answer. Returns the milliseconds; throws unless the status is 2xx. */
export async function timed(url: string, sent: Sent): Promise<number> {
  const { status, text, milliseconds } = await send(url, sent);
  if (status < 200 || status >= 300) throw new Error(`${sent.method ?? "GET"} ${url}: ${status} ${text}`);
  return milliseconds;
}

export const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });

/** Opens a verification as a tenant's server does. Its address, and its session token. */
export async function openVerification(
  url: string,
  key: string,
): Promise<{ address: string; token: string }> {
  const headers = { ...bearer(key), "content-type": "application/json" };
  const body = Buffer.from('{"customer_ref":"bench"}');
  const { text } = await send(`${url}/v1/verifications`, { method: "POST", headers, body });
  const { verification, session_token } = JSON.parse(text);
  return { address: `${url}/v1/verifications/${verification.id}`, token: session_token.token };
}

async function read(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += chunk;
  return text;
}

const BOUNDARY = "boundary-of-the-bench";
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form with fields and one file. */
export function formOf(fields: Readonly<Record<string, string>>, file: string, content: Uint8Array): Buffer {
  const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`);
  const head = `${texts.join("")}${part(`name="${file}"; filename="a.jpg"`)}Content-Type: image/jpeg\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** A JPEG padded with comment segments to at least this many bytes; the image stays the same. */
export function padded(jpeg: Uint8Array, bytes: number): Buffer {
  const comment = Buffer.alloc(65_000);
  comment.set([0xff, 0xfe, (65_000 - 2) >> 8, (65_000 - 2) & 0xff]);
  const count = Math.max(0, Math.ceil((bytes - jpeg.length) / comment.length));
  const comments = Array.from({ length: count }, () => comment);
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}
