import { expect, it } from "vitest";
import { pick, seededRandom } from "#lab/material/random.ts";
import { makeIssuer } from "#test/harness/wallet/issuer.ts";
import { makeWallet, type WalletOptions } from "#test/harness/wallet/wallet.ts";
import { FORGED, holder } from "./wallet-forgeries.ts";
import { ACCEPTS, openWalletRig } from "./wallet-rig.ts";

/** `SEED=… RUNS=…` makes other sequences. */
const RUNS = Number(process.env.RUNS ?? 100);
const SEED = Number(process.env.SEED ?? 9);

const iaca = makeIssuer();
const stranger = makeIssuer();
const mdl = (options: WalletOptions = {}) => makeWallet({ issuer: iaca, holder, ...options });
const FORGERIES = Object.values(FORGED);

/** What the sequence has done, by its truth: the oracle. */
interface Done {
  /** The holder's own credential was accepted, and is of a trusted issuer. */
  isShown: boolean;
  /** The live face of the holder was seen. */
  isHere: boolean;
  /** Something was against the verification: another person's face, or a forgery sent with the token. */
  isAgainst: boolean;
}

it(
  `of wallets and onlookers, ${RUNS} sequences by HTTP approve only the holder with a signed credential, and no onlooker declines`,
  async () => {
    const rig = await openWalletRig();
    await rig.trust(iaca.ca);
    const random = seededRandom(SEED);
    const ends = new Map<string, number>();
    for (let run = 0; run < RUNS; run++) {
      rig.portraitOf(0);
      const visit = await rig.open({ ...ACCEPTS, document_evidence: ["credential"] });
      const done: Done = { isShown: false, isHere: false, isAgainst: false };
      const presents = async (options: WalletOptions) => {
        if ((await rig.request(visit)).status !== 201) return null;
        return (await rig.resultOf(await rig.present(visit, mdl(options)))).outcome;
      };
      const linked = async (wallets: readonly WalletOptions[]) => {
        if ((await rig.request(visit)).status !== 201) return null;
        const { requestId, object } = await rig.link(visit);
        for (const options of wallets) await rig.answerLink(mdl(options), object);
        const answer = await rig.send(visit, requestId, "direct_post");
        return answer.status === 200 ? (await rig.resultOf(answer)).outcome : null;
      };
      const shown = (outcome: unknown) => {
        done.isShown ||= outcome === "authentic";
      };
      const onlooker = () => pick(random, [{ issuer: stranger }, pick(random, FORGERIES)]);
      const acts = {
        own: async () => shown(await presents({})),
        ownByLink: async () => shown(await linked([{}])),
        besideAnOnlooker: async () => shown(await linked([onlooker(), onlooker(), {}])),
        onlyAnOnlooker: async () => expect(await linked([onlooker(), onlooker()])).toBeNull(),
        unknown: async () => expect(["unknown_issuer", null]).toContain(await presents({ issuer: stranger })),
        forged: async () => {
          done.isAgainst ||= (await presents(pick(random, FORGERIES))) === "not_authentic";
        },
        face: async () => {
          done.isHere ||= (await rig.showFace(visit)).body.is_live === true;
        },
        otherFace: async () => {
          done.isAgainst ||= (await rig.showFace(visit, 120)).body.is_live === true;
        },
      };
      const names = ["own", "ownByLink", "besideAnOnlooker", "onlyAnOnlooker", "face", "face"] as const;
      const rare = ["unknown", "forged", "otherFace"] as const;
      for (let n = 0; n < 4; n++) await acts[pick(random, random() < 0.75 ? names : rare)]();
      const { decision, status } = await visit.read();
      const at = JSON.stringify({ SEED, run, ...done });
      if (decision === "approved") expect([done.isShown, done.isHere], at).toEqual([true, true]);
      if (decision === "declined") expect(done.isAgainst, at).toBe(true);
      const end = decision ?? status;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    console.log(`RUNS=${RUNS} SEED=${SEED}: ${[...ends].map(([end, n]) => `${end} ${n}`).join(", ")}`);
    // Otherwise the sequences prove nothing.
    for (const end of ["approved", "declined", "in_progress"]) expect(ends.get(end) ?? 0).toBeGreaterThan(0);
    await rig.close();
  },
  60_000 + 5_000 * RUNS,
);
