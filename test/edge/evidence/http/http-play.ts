import type { Policy } from "#edge/verification/policy.ts";
import type { CheckEdge } from "#test/harness/edge/check-edge.ts";
import type { Call, Command } from "../model/commands.ts";
import type { Accepted } from "../model/history.ts";
import { Judge, type Shown } from "../model/judge.ts";
import { comparedAt, similarityOf } from "./faces.ts";
import type { RegisteredFace } from "./registered.ts";
import type { Script } from "./script.ts";
import { type Opened, type Response, type Upload, Uploads } from "./uploads.ts";

/** A verification that is played over HTTP; its judge sees only the answers. */
export class HttpPlay {
  readonly judge: Judge;
  readonly #edge: CheckEdge;
  readonly #opened: Opened;
  readonly #uploads: Uploads;
  /** Angles of portraits and frames, by the result that holds them. */
  readonly #angles = new Map<string, number>();
  readonly #reported = new Set<string>();

  readonly #face: RegisteredFace;

  constructor(
    edge: CheckEdge,
    script: Script,
    opened: Opened,
    { policy, face }: { readonly policy: Policy; readonly face: RegisteredFace },
  ) {
    this.#edge = edge;
    this.#face = face;
    this.#opened = opened;
    this.#uploads = new Uploads(edge, script, opened, policy);
    this.judge = new Judge(policy);
  }

  /** Carries out a command; returns the fault of its outcome, if any. */
  async command(command: Command): Promise<string | null> {
    if (command.kind === "calls") return (await this.#make(command.calls)) ?? this.#fault();
    if (command.kind === "register") {
      await this.#face.set(command.face);
      return this.#fault();
    }
    await this.#edge.call("POST", `/v1/verifications/${this.#opened.id}/cancel`, this.#edge.key);
    this.judge.closed("canceled");
    return this.#fault();
  }

  async #make(calls: readonly Call[]): Promise<string | null> {
    const uploads: Upload[] = [];
    for (const call of apart(calls)) uploads.push(await this.#uploads.of(call));
    const answers = await Promise.all(uploads.map(async (upload) => ({ upload, ...(await upload.send()) })));
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    const { calls: taken, matches } = await this.#heard(
      accepted.map(({ upload, body }) => this.#accept(upload, body)),
    );
    for (const results of taken) {
      const fault = this.judge.answered({ results: [...results, ...this.#completed(results, matches)] });
      if (fault !== null) return fault;
    }
    if (matches.size > 0) return "compares a pair that does not count";
    for (const { upload, body } of refused) {
      const fault = this.judge.answered({ refusal: body.error.code, asked: upload.results });
      if (fault !== null) return fault;
    }
    return null;
  }

  #accept({ results, angle }: Upload, body: Response["body"]): Accepted[] {
    return results.map(({ idsOf, capture, ...rest }) => {
      const resultIds = idsOf(body);
      if (rest.part === "ocr" || rest.part === "check") this.#angles.set(resultIds[0]!, angle);
      return { ...rest, resultIds, capture: capture ?? body.lc_id, registered: this.#face.counts };
    });
  }

  /**
   * The accepted results in the order of the verification's revisions, with their searches; and
   * comparisons.
   */
  async #heard(
    calls: readonly Accepted[][],
  ): Promise<{ calls: readonly Accepted[][]; matches: Set<Accepted> }> {
    const rows = await this.#newMatches();
    const matches = rows.filter(({ kind }) => kind === "verification").map((row) => this.#compared(row));
    const searches = rows.filter(({ kind }) => kind === "dedupe").map(({ id }) => id);
    const order = (await this.#revisions()).map(({ result_id }) => result_id);
    const place = ([first]: Accepted[]) => order.indexOf(first!.resultIds[0]!);
    const inOrder = calls.toSorted((a, b) => place(a) - place(b));
    return {
      calls: inOrder.map((call) =>
        call.map((each) => (each.part === "search" ? { ...each, resultIds: [searches.shift()!] } : each)),
      ),
      matches: new Set(matches),
    };
  }

  /** The comparison of the pair that counts after a call's results, removed from the list. */
  #completed(results: readonly Accepted[], matches: Set<Accepted>): Accepted[] {
    const due = this.judge.pairAfter(results);
    const match = [...matches].find(
      ({ pair }) => pair!.portrait === due?.portrait && pair!.frame === due.frame,
    );
    if (match === undefined) return [];
    matches.delete(match);
    return [match];
  }

  #revisions() {
    return this.#query(
      "select revision, result_id from verification_revisions where verification_id = ? order by revision",
    );
  }

  /** Comparisons and searches that were not reported before, in the order of their steps. */
  async #newMatches(): Promise<MatchRow[]> {
    const rows = await this.#query("select id, body from face_matches where verification_id = ? order by id");
    const fresh = rows.filter(({ id }) => !this.#reported.has(String(id)));
    for (const { id } of fresh) this.#reported.add(String(id));
    return fresh.map(({ body }) => JSON.parse(String(body)));
  }

  async #query(sql: string) {
    return (await this.#edge.client.execute({ sql, args: [this.#opened.id] })).rows;
  }

  /** A comparison, with the pair that it names: its similarity is that of those two faces. */
  #compared({ id, ocr_id, registration_id, lc_id: frame, similarity, reason }: MatchRow): Accepted {
    const portrait = ocr_id ?? registration_id ?? "none";
    const [a, b] = [this.#angles.get(portrait) ?? this.#face.angles.get(portrait), this.#angles.get(frame)];
    const isErased = registration_id === null;
    if ((a === undefined && !isErased) || b === undefined)
      throw new Error(`${id} compares evidence that was never uploaded.`);
    if (a !== undefined && Math.abs(similarityOf(a - b) - (similarity ?? -1)) > 1e-6)
      throw new Error(`${id} compares other faces.`);
    const ending =
      a === undefined ? ({ outcome: "review", reason: "face_erased" } as const) : comparedAt(a, b);
    if ((ending.reason ?? "match") !== (reason ?? "match")) throw new Error(`${id} says ${reason}.`);
    return {
      part: "comparison",
      ...ending,
      resultIds: [id],
      capture: `${portrait} ${frame}`,
      pair: { portrait, frame },
      registered: this.#face.counts,
      origin: this.#face.origins.get(portrait),
    };
  }

  async #fault(): Promise<string | null> {
    const body = await this.#opened.read();
    const shown: Shown = {
      status: body.status,
      decision: body.decision,
      decisionReasons: body.decision_reasons,
      nextAction: body.next_action,
      revision: Number((await this.#revisions()).at(-1)!.revision),
      steps: body.steps.map((step: { result_ids: string[] }) => ({ ...step, resultIds: step.result_ids })),
    };
    return this.judge.faultOf(shown);
  }
}

/**
 * Without a concurrent second check of the same image: inference would return the same result twice.
 */
function apart(calls: readonly Call[]): readonly Call[] {
  const [one, other] = calls;
  const isSame = one?.kind === "document" && other?.kind === "document" && one.document === other.document;
  return isSame ? [one] : calls;
}

interface MatchRow {
  readonly id: string;
  readonly kind: "verification" | "dedupe";
  /** Of a portrait. */
  readonly ocr_id?: string;
  /** Of a registered face; null if it was deleted. */
  readonly registration_id?: string | null;
  readonly lc_id: string;
  readonly similarity: number | null;
  readonly reason: string | null;
}
