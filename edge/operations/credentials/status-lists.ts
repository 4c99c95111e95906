import { outage } from "../../core/outage.ts";
import type { Mode } from "../../core/scope.ts";
import type { PresentedCredential, ReadCredential } from "../../credentials/credential.ts";
import { MalformedCredentialError, UnsupportedAlgorithmError } from "../../credentials/errors.ts";
import type { Trust } from "../../credentials/issuer.ts";
import { isValidAt, readStatusList, type StatusList } from "../../credentials/status-list.ts";
import type { Egress } from "../../platform/ports.ts";
import type { Standing } from "../../verdicts/credential/judge.ts";
import { checkAddress } from "../../webhooks/address-policy.ts";

const TIMEOUT_MS = 5_000;
/** A million credentials with two bits each, should they not compress, have 256 KiB. */
const MOST_BYTES = 1024 * 1024;
/** Lists that are kept in memory. */
const MOST_LISTS = 32;

const ACCEPT = "application/statuslist+jwt, application/statuslist+cwt";

/** A list that is not read, with our own reason, which names neither its address nor a value. */
class UnusableListError extends Error {
  override readonly name = "UnusableListError";
}

/** The issuers' status lists, fetched when a credential names one, and kept for as long as they are fresh. */
export class StatusLists {
  readonly #egress: Egress;
  readonly #allowLocal: boolean;
  readonly #kept = new Map<string, StatusList>();

  /** `egress`: a network that reaches only public addresses, as that of webhooks. */
  constructor(egress: Egress, { allowLocal }: { readonly allowLocal: boolean }) {
    this.#egress = egress;
    this.#allowLocal = allowLocal;
  }

  /**
   * What the list that a credential names says of it. Only a credential that a trust anchor vouches for
   * makes the service fetch, and the same anchor must vouch for the list. Throws 503 `service_unavailable`
   * if the list cannot be fetched or used: without it the credential does not count.
   */
  async standingOf(read: ReadCredential, context: Trust & { readonly mode: Mode }): Promise<Standing> {
    if (read === null || "unsupported" in read) return "unchecked";
    if (read.issuer.anchor === null || !read.isSignatureValid) return "unchecked";
    if (read.status === null) return "none";
    try {
      const list = await this.#list(read, read.status.uri, context);
      if (list.anchor !== read.issuer.anchor.sha256)
        throw new UnusableListError("another anchor vouches for it than for the credential");
      return (await isValidAt(list, read.status.index)) ? "valid" : "revoked";
    } catch (error) {
      throw outage("status_list", whyOf(error), {
        message: "The status list of the credential's issuer cannot be used at present. Send the call again.",
        cause: error,
      });
    }
  }

  async #list(
    { kind }: PresentedCredential,
    uri: string,
    { mode, ...trust }: Trust & { readonly mode: Mode },
  ): Promise<StatusList> {
    // Each mode and kind has trust anchors of its own.
    const name = `${mode} ${kind} ${uri}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined && trust.now < kept.freshUntil) return kept;
    const list = await readStatusList(await this.#fetch(uri), { ...trust, uri, kind });
    this.#kept.delete(name);
    this.#kept.set(name, list);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_LISTS) this.#kept.delete(oldest!);
    return list;
  }

  async #fetch(uri: string): Promise<Uint8Array> {
    const address = checkAddress(uri, this.#allowLocal);
    if (!address.ok) throw new UnusableListError("its address is not public");
    const response = await this.#egress.fetch(address.url, {
      redirect: "manual",
      headers: { accept: ACCEPT },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) throw new UnusableListError("its server does not answer 200");
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      parts.push(part);
      size += part.length;
      if (size > MOST_BYTES) throw new UnusableListError("it is larger than 1 MiB");
    }
    return new Uint8Array(Buffer.concat(parts));
  }
}

/** For the log. The messages of these errors are our own; the network's name addresses. */
const whyOf = (error: unknown): string =>
  error instanceof UnusableListError ||
  error instanceof UnsupportedAlgorithmError ||
  error instanceof MalformedCredentialError
    ? error.message
    : "it cannot be fetched";
