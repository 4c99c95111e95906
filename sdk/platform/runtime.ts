import type { BlobLike } from "./upload.ts";

/**
 * The parts of the runtime that the SDKs use: Node 20 and later, workerd, Deno, Bun, browsers and React
 * Native have them. Their shapes are declared here, so that the SDKs' types need neither those of Node nor
 * those of the DOM.
 */
interface Runtime {
  readonly fetch: Fetch;
  readonly FormData: new () => FormLike;
  readonly Blob: new (parts: readonly (Uint8Array | ArrayBuffer)[], options?: { type: string }) => BlobLike;
  readonly URL: new (url: string, base?: string) => UrlLike;
  readonly URLSearchParams: new (entries: readonly (readonly [string, string])[]) => { toString(): string };
  readonly AbortController: new () => { readonly signal: AbortSignalLike; abort(reason?: unknown): void };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label: string,
    options: { fatal: boolean; ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array | ArrayBuffer): string };
  readonly crypto?: CryptoLike;
  /** Browsers have one, and React Native. */
  readonly XMLHttpRequest?: new () => XhrLike;
  /** Browsers have one. */
  readonly document?: unknown;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Methods are compared loosely, so that the `fetch` of every runtime is one of these. */
export type Fetch = { fetch(url: string, init?: FetchInit): Promise<ResponseLike> }["fetch"];

/** Wide enough for every runtime; the SDKs set each member. */
interface FetchInit {
  method?: string | undefined;
  headers?: unknown;
  body?: unknown;
  signal?: AbortSignalLike | null | undefined;
  redirect?: string | undefined;
}

export interface XhrLike {
  readonly status: number;
  readonly response: unknown;
  /** The address that answered, after redirects. */
  readonly responseURL?: string;
  responseType: string;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: unknown): void;
  abort(): void;
}

export interface ResponseLike {
  readonly status: number;
  readonly headers: HeadersLike;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface HeadersLike {
  get(name: string): string | null;
}

export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface FormLike {
  set(name: string, value: string): void;
  set(name: string, value: BlobLike, fileName: string): void;
}

interface UrlLike {
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly username: string;
  readonly password: string;
  readonly origin: string;
  readonly href: string;
  readonly searchParams: { get(name: string): string | null };
}

interface CryptoLike {
  randomUUID?(): string;
  readonly subtle: {
    importKey(
      format: "raw",
      key: Uint8Array,
      algorithm: { name: "HMAC"; hash: "SHA-256" },
      extractable: false,
      usages: readonly ["sign"],
    ): Promise<object>;
    sign(algorithm: "HMAC", key: object, data: Uint8Array): Promise<ArrayBuffer>;
  };
}

export const runtime = globalThis as unknown as Runtime;
