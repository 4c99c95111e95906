import { describe, expect, it } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import type { PresentedCredential } from "#edge/credentials/credential.ts";
import { isValidAt, readStatusList } from "#edge/credentials/status-list.ts";
import { StatusLists } from "#edge/operations/credentials/status-lists.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { makeIssuer } from "#test/harness/wallet/issuer.ts";
import { listCwt, listJwt } from "#test/harness/wallet/status-list.ts";
import { HOLDER, makeWallet, type WalletOptions } from "#test/harness/wallet/wallet.ts";
import { IDENTITY, openRequest } from "./wallet-answers.ts";

const URI = "https://status.example/lists/1";
const issuer = makeIssuer();
const other = makeIssuer({ name: "Other" });
const lister = newIdentity({
  ...{ country: "UT", commonName: "Utopia status lists", curve: "prime256v1", issuer: issuer.ca },
  usages: ["1.3.6.1.5.5.7.3.30"],
});
const STATUSES = [0, 1, 2, 3, 0];
const list = { uri: URI, signer: lister, statuses: STATUSES };
const NOW = Date.now();

/** What a trust store with both CAs says. */
const { anchors } = await openRequest(IDENTITY, [issuer.ca, other.ca]);
const trust = { anchors: async () => anchors, now: NOW };
const context = { ...trust, uri: URI, kind: "mdl" as const };

const flipped = (bytes: Uint8Array) => bytes.with(bytes.length - 3, bytes.at(-3)! ^ 1);

describe("a status list", () => {
  it.each([
    ["a JWT", listJwt],
    ["a CWT", listCwt],
  ])("as %s says of each index whether it is valid", async (_, make) => {
    for (const bits of [2, 4, 8] as const) {
      const read = await readStatusList(make({ ...list, bits }), context);
      const valid = await Promise.all(STATUSES.map((__, i) => isValidAt(read, i)));
      expect(valid).toEqual([true, false, false, false, true]);
    }
    const bitwise = Array.from({ length: 20 }, (__, i) => i % 2);
    const read = await readStatusList(make({ ...list, bits: 1, statuses: bitwise }), context);
    const valid = await Promise.all(bitwise.map((__, i) => isValidAt(read, i)));
    expect(valid).toEqual(bitwise.map((bit) => bit === 0));
  });

  it.each([
    ["of another URI", listJwt({ ...list, uri: `${URI}2` })],
    ["of the future", listJwt({ ...list, issuedAt: NOW + 120_000 })],
    ["that has expired", listJwt({ ...list, expiresAt: NOW - 1_000 })],
    ["of an unknown issuer", listJwt({ ...list, signer: makeIssuer().signer })],
    ["that a CA itself has signed under another name", listJwt({ ...list, signer: makeIssuer().ca })],
    ["whose signature is wrong", flipped(listCwt(list))],
    ["that is a JWT of another type", listJwt({ ...list, type: "JWT" })],
    ["that is a CWT of another type", listCwt({ ...list, type: "application/cwt" })],
    ["that is neither", new TextEncoder().encode("<html>")],
  ])("%s is not used", async (_, token) => {
    await expect(readStatusList(token, context)).rejects.toThrow();
  });

  it("is shorter than no index that it is asked for", async () => {
    const read = await readStatusList(listJwt(list), context);
    await expect(isValidAt(read, 400)).rejects.toThrow("shorter");
  });
});

/** A credential with a status, as a wallet presents it. */
async function presented(options: WalletOptions): Promise<PresentedCredential> {
  const request = await openRequest(IDENTITY, [issuer.ca, other.ca]);
  return (await request.presented(makeWallet({ issuer, holder: HOLDER, ...options }))) as PresentedCredential;
}

const reference = (idx: number, uri = URI) => ({ status_list: { idx, uri } });
const sdJwt = (idx: number, uri?: string): WalletOptions => ({
  ...{ kind: "pid", format: "dc+sd-jwt" },
  sdJwt: { status: reference(idx, uri) },
});
const mdoc = (idx: number): WalletOptions => ({
  mdoc: {
    status: new Map([["status_list", new Map<string, unknown>(Object.entries({ idx, uri: URI }))]]),
  },
});

/** Lists of one answer, and the URLs that were fetched. */
function lists(answer: () => Response | Promise<Response> = () => new Response(Buffer.from(listJwt(list)))) {
  const fetched: string[] = [];
  const fetch = async (url: string) => {
    fetched.push(url);
    return answer();
  };
  const of = new StatusLists({ fetch }, { allowLocal: false });
  const standing = async (found: PresentedCredential, now = NOW) =>
    of
      .standingOf(found, { ...trust, now, mode: "test" })
      .catch((error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error)));
  return { fetched, standing };
}

describe("a credential's standing", () => {
  it.each([
    ["an mdoc", mdoc],
    ["an SD-JWT", sdJwt],
  ])("is what the list says that %s names, which is fetched once while it is fresh", async (_, named) => {
    const { fetched, standing } = lists();
    const [valid, revoked, suspended] = await Promise.all([0, 1, 2].map((i) => presented(named(i))));
    expect(await standing(valid!)).toBe("valid");
    expect(await standing(revoked!)).toBe("revoked");
    expect(await standing(suspended!)).toBe("revoked");
    expect(fetched).toEqual([URI]);
    expect(await standing(valid!, NOW + 299_000)).toBe("valid");
    expect(fetched).toHaveLength(1);
    expect(await standing(valid!, NOW + 300_000)).toBe("valid");
    expect(fetched).toHaveLength(2);
  });

  it("is none if it names no list, and nothing is fetched for an issuer that is not trusted", async () => {
    const { fetched, standing } = lists();
    expect(await standing(await presented({}))).toBe("none");
    expect(await standing(await presented({ ...sdJwt(0), issuer: makeIssuer() }))).toBe("unchecked");
    const forged = { ...(await presented(sdJwt(0))), isSignatureValid: false };
    expect(await standing(forged)).toBe("unchecked");
    expect(fetched).toEqual([]);
  });

  it("is not known if another anchor vouches for the list than for the credential: 503", async () => {
    const { standing } = lists(() => new Response(Buffer.from(listJwt({ ...list, signer: other.signer }))));
    expect(await standing(await presented(sdJwt(0)))).toBe("service_unavailable");
  });

  it.each([
    ["http", "http://status.example/1"],
    ["a private address", "https://10.0.0.1/1"],
    ["a metadata service", "https://169.254.169.254/1"],
    ["a name of one machine", "https://localhost/1"],
  ])("is never fetched from %s: 503", async (_, uri) => {
    const { fetched, standing } = lists();
    expect(await standing(await presented(sdJwt(0, uri)))).toBe("service_unavailable");
    expect(fetched).toEqual([]);
  });

  it.each([
    ["fails", () => Promise.reject(new TypeError("refused"))],
    ["answers 302", () => new Response(null, { status: 302, headers: { location: "https://10.0.0.1/" } })],
    ["answers more than 1 MiB", () => new Response(Buffer.alloc(1024 * 1024 + 1, "e"))],
  ] as const)("is not known if the issuer's server %s: 503", async (_, answer) => {
    const { standing } = lists(answer);
    expect(await standing(await presented(sdJwt(0)))).toBe("service_unavailable");
  });
});
