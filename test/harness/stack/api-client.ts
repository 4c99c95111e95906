import { DocumentCheck } from "../open-api/document-check.ts";

/** The OpenAPI document of each service. */
const documents = new Map<string, Promise<DocumentCheck>>();

function documentOf(base: string): Promise<DocumentCheck> {
  const kept = documents.get(base);
  if (kept !== undefined) return kept;
  const fetched = fetch(`${base}/openapi.json`).then(
    async (answer) => new DocumentCheck(await answer.json()),
  );
  documents.set(base, fetched);
  return fetched;
}

/**
 * A tenant's or a device's HTTP client, as any caller of the API would write it, without code of the service
 * itself. A response that differs from the service's own OpenAPI document is an error.
 */
export class ApiClient {
  readonly #base: string;
  readonly #credential: string;

  constructor(base: string, credential: string) {
    this.#base = base;
    this.#credential = credential;
  }

  /** The same service with another credential, such as a session token. */
  as(credential: string): ApiClient {
    return new ApiClient(this.#base, credential);
  }

  get(path: string): Promise<Answer> {
    return this.#send("GET", path, {});
  }

  delete(path: string): Promise<Answer> {
    return this.#send("DELETE", path, {});
  }

  post(path: string, json: unknown): Promise<Answer> {
    return this.#send("POST", path, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    });
  }

  /** Sends a multipart form; bytes become file parts, text becomes fields. */
  upload(path: string, parts: Record<string, Uint8Array<ArrayBuffer> | string>): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) {
      if (typeof value === "string") form.set(name, value);
      else form.set(name, new Blob([value], { type: "image/jpeg" }), `${name}.jpg`);
    }
    return this.#send("POST", path, { body: form });
  }

  async #send(method: string, path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${this.#credential}`);
    const started = performance.now();
    const response = await fetch(this.#base + path, { ...init, method, headers });
    const text = await response.text();
    const elapsedMs = performance.now() - started;
    const { status, headers: answered } = response;
    const document = await documentOf(this.#base);
    document.check({ method, path, credential: this.#credential, status, headers: answered, text });
    const body = text === "" ? {} : (JSON.parse(text) as Answer["body"]);
    return { status, headers: answered, body, elapsedMs };
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads foreign JSON and asserts on it field by field.
  readonly body: any;
  readonly elapsedMs: number;
}
