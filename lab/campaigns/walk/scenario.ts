import type { Place, Visit } from "../../../test/capture/browser/visit.ts";
import { ApiClient } from "../../../test/harness/stack/api-client.ts";
import { startStack } from "../../../test/harness/stack/stack.ts";
import type { Chromium } from "./chromium.ts";
import type { Actor } from "./personas.ts";
import type { Walk } from "./walks.ts";

/**
 * An honest person may have to retake an image, as real people do. An attacker gets a second try, too:
 * otherwise one misread document would decline them for a reason that proves nothing.
 */
const ATTEMPTS = { approved: 3, declined: 2 } as const;
/** Signals that do not count in test mode, where every document is a specimen. */
const LIVE_ONLY: ReadonlySet<string> = new Set(["specimen_document", "duplicate_image"]);
/** More screens than any way through the page has. */
const MOST_SCREENS = 20;

interface Signal {
  readonly name: string;
  readonly score: number;
  readonly triggered: boolean;
}

interface Check {
  readonly name: string;
  readonly status: string;
}

export interface Walked {
  readonly decision: string;
  readonly reasons: readonly string[];
  /** The actions of the challenge, in order. */
  readonly actions: readonly string[];
  /** The corrections that the page requested, in its words. */
  readonly changes: readonly string[];
  /**
   * From the link to the outcome, with the time that a person needs to press buttons, and without thinking
   * time.
   */
  readonly ms: number;
  readonly bytesUp: number;
  /** Findings against the document: signals that fired, and checks that failed or were not evaluated. */
  readonly signals: readonly string[];
  /** Console output, and secrets in forbidden places. */
  readonly complaints: readonly string[];
}

/** A stack of its own, whose page is visited in this browser. */
export async function openScenario(browser: Chromium) {
  const stack = await startStack({ MODELS_PULL: "0" });
  const client = new ApiClient(stack.facts.api, stack.facts.keys.test);

  /** A new verification of this kind. */
  async function create({ documentType, decision }: Walk, customer: string) {
    const { status, body } = await client.post("/v1/verifications", {
      customer_ref: customer,
      policy: {
        document_types: [documentType],
        liveness_mode: "challenge",
        max_attempts: ATTEMPTS[decision],
      },
    });
    if (status !== 201) throw new Error(`no verification: ${status} ${body.error?.code}`);
    return { id: body.verification.id as string, url: body.url as string };
  }
  /** Findings against the documents of a verification: signals with their scores, and checks. */
  async function suspicionsOf(steps: readonly { readonly result_ids: readonly string[] }[]) {
    const ids = steps.flatMap(({ result_ids }) => result_ids).filter((id) => id.startsWith("fc_"));
    const verdicts = await Promise.all(ids.map((id) => client.get(`/v1/fraud/${id}`)));
    return verdicts.flatMap(({ body }): readonly string[] => [
      ...(body.signals as readonly Signal[])
        .filter(({ name, triggered }) => triggered && !LIVE_ONLY.has(name))
        .map(({ name, score }) => `${name} ${score}`),
      ...(body.deterministic_checks as readonly Check[])
        .filter(({ status }) => status === "fail" || status === "not_evaluated")
        .map(({ name, status }) => `${name} ${status}`),
    ]);
  }
  return {
    browser,
    client,
    create,
    /** Walks one person through the page. */
    async walk(walk: Walk, person: Actor, customer: string): Promise<Walked> {
      const { id, url } = await create(walk, customer);
      const window = await browser.openWindow();
      try {
        const since = performance.now();
        await window.goto(url);
        const changes = await play(window.visit, person);
        const ms = performance.now() - since;
        const { body } = await client.get(`/v1/verifications/${id}`);
        const { open, said, secrets, bytesUp } = await window.seen();
        const leaks = [...secrets, new URL(url).hash.slice(1)].filter((each) =>
          open.join("\n").includes(each),
        );
        return {
          decision: body.decision ?? body.status,
          reasons: (body.decision_reasons ?? []).map(({ code }: { code: string }) => code),
          actions: window.visit.actions,
          changes,
          ms,
          bytesUp,
          signals: await suspicionsOf(body.steps),
          complaints: [...said, ...leaks.map(() => "a secret stands in the open")],
        };
      } finally {
        await window.close();
      }
    },
    close: async () => void (await stack.stop()),
  };
}

export type Scenario = Awaited<ReturnType<typeof openScenario>>;

/** Does what each screen requires until the last one. Returns the requested corrections. */
async function play(visit: Visit<Place>, person: Actor): Promise<readonly string[]> {
  const changes: string[] = [];
  let presented: Pick<Actor, "card" | "back"> = person;
  let sides = 0;
  await visit.consent();
  for (let shown = 0; shown < MOST_SCREENS; shown++) {
    const screen = await visit.screen(
      "camera_primer",
      "selfie_primer",
      "change",
      "outcome",
      "over",
      "trouble",
    );
    if (screen === "camera_primer") {
      await visit.photograph(sides++ === 0 ? presented.card : (presented.back ?? presented.card));
    } else if (screen === "selfie_primer") await visit.showFace(person);
    else if (screen !== "change") return changes;
    else {
      changes.push((await visit.place.locator(".reason").textContent()) ?? "");
      presented = await person.again(changes.length);
      sides = 0;
      await visit.press("Try again");
    }
  }
  throw new Error(`the page goes round in circles: ${changes.at(-1)}`);
}
