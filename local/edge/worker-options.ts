import { scrypt } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Request, Response, type V4WorkerOptions } from "miniflare";
import { z } from "zod";
import { COST, type Derivation } from "../../edge/accounts/hash-queue.ts";
import { FORBIDDEN_RANGES, UNASSIGNED_IPV6 } from "../../edge/webhooks/address-policy.ts";
import { localWebhookSettings } from "../../edge/webhooks/settings.ts";
import { workerOptions } from "../bundle.ts";

/** For `MINIFLARE_WORKERD_V8_FLAGS`, the only way in which miniflare hands flags on. */
export const V8_FLAGS = [
  // workerd frees memory outside of JavaScript's heap when V8 next collects, and without these flags V8
  // collects rarely: they keep its young generation small and optimise for size.
  ...["--max-semi-space-size=1", "--optimize-for-size"],
].join(" ");

/** PEM texts. */
export interface InferenceTls {
  /** The CAs that inference may show, and no others; absent for the public ones. */
  readonly ca?: string | undefined;
  /** The client certificate that the edge shows to inference. */
  readonly client?: { readonly certificateChain: string; readonly privateKey: string } | undefined;
}

export interface EdgeOptions {
  /** The bundled Worker, whose entrypoint `Supervisor` answers this process. */
  readonly script: string;
  /** The options of wrangler.toml; read from there when absent. */
  readonly options?: V4WorkerOptions;
  /** The address to listen on; loopback when absent. */
  readonly host?: string;
  readonly port: number;
  /** Folder in which the object store keeps its objects. */
  readonly mediaFolder: string;
  /** Variables and secrets of `edge/env.ts`, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** TLS between the edge and inference; absent if inference shows a public CA's certificate. */
  readonly inferenceTls?: InferenceTls | undefined;
  /** PEM file of a CA that webhooks trust besides the usual ones. */
  readonly extraCaFile?: string | undefined;
}

/** The Worker's own entrypoint for the process that runs it. */
export const SUPERVISOR = "Supervisor";

/**
 * Options for miniflare: the Worker of wrangler.toml, at workerd's own socket without miniflare's proxies, so
 * that uploads stream.
 *
 * @param address Where clients reach the Worker.
 * @param token The credential of this process for the Worker's entrypoint `SUPERVISOR`.
 */
export async function workerOf(
  options: EdgeOptions,
  address: { readonly host: string; readonly port: number },
  token: string,
) {
  const declared = options.options ?? (await workerOptions());
  return {
    ...declared,
    name: "selfsame",
    modules: [{ type: "ESModule" as const, path: options.script }],
    modulesRoot: dirname(options.script),
    bindings: { ...declared.bindings, ...options.variables, SUPERVISOR_TOKEN: token },
    serviceBindings: {
      ...declared.serviceBindings,
      PASSWORD_HOST: answerDerivation,
      WEBHOOK_EGRESS: { network: egress(options) },
      ...(options.inferenceTls === undefined
        ? {}
        : { INFERENCE_NETWORK: { network: inferenceNetwork(options.inferenceTls) } }),
    },
    resourcePersistencePath: options.mediaFolder,
    unsafeDirectSockets: [address, { host: "127.0.0.1", port: 0, entrypoint: SUPERVISOR }],
  };
}

/** The network for webhooks: it checks each address after DNS, at the time of the connection. */
function egress({ variables, extraCaFile }: EdgeOptions) {
  const { allowLocal } = localWebhookSettings(variables);
  return {
    allow: allowLocal ? ["public", "private", "local"] : ["public"],
    deny: [...FORBIDDEN_RANGES, ...UNASSIGNED_IPV6],
    tlsOptions: {
      trustBrowserCas: true,
      trustedCertificates: extraCaFile === undefined ? [] : [readFileSync(extraCaFile, "utf8")],
    },
  };
}

/** The network to inference, which may be anywhere: its addresses are the operator's own settings. */
function inferenceNetwork({ ca, client }: InferenceTls) {
  return {
    allow: ["public", "private", "local"],
    tlsOptions: {
      trustBrowserCas: ca === undefined,
      trustedCertificates: ca === undefined ? [] : [ca],
      ...(client === undefined ? {} : { keypair: client }),
    },
  };
}

const derivation: z.ZodType<Derivation> = z.object({ password: z.string(), salt: z.string() });

/** Derives a password's key in a thread of this process, since workerd has one for all of its work. */
export async function answerDerivation(request: Request): Promise<Response> {
  const parsed = derivation.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return new Response(null, { status: 400 });
  const { password, salt } = parsed.data;
  return new Response((await keyOf(password, salt)).toString("hex"));
}

function keyOf(password: string, salt: string): Promise<Buffer> {
  const { N, r, p, bytes } = COST;
  // Twice the memory that scrypt needs: Node.js' default limit is just below it.
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
