import { Visit } from "../../../test/capture/browser/visit.ts";
import { withEnvironment } from "./environment.ts";
import { FAULTS, installFaultyCamera, type World } from "./faults.ts";
import { toTheEnd } from "./person.ts";
import type { Actor } from "./personas.ts";
import type { Scenario } from "./scenario.ts";
import { WALKS } from "./walks.ts";

/** Result of a fault. */
interface Injected {
  /** How the service says that it ended. */
  readonly end: string;
  readonly screens: readonly string[];
  /** Failed expectations; empty if all hold. */
  readonly complaints: readonly string[];
}

/**
 * One person for each fault whose name has one of these in it, which commas part. Resolves with whether all
 * came to their end.
 */
export async function walkFaults(named: string, seed: number): Promise<boolean> {
  const names = Object.keys(FAULTS).filter((each) => named.split(",").some((part) => each.includes(part)));
  if (names.length === 0) throw new Error(`no fault has ${JSON.stringify(named)} in its name`);
  let missed = 0;
  await withEnvironment("mouse", async ({ browser, scenario, personas }) => {
    const person = await personas.person({ seed });
    for (const name of names) {
      const { end, screens, complaints } = await injectFault(scenario, person, name).catch(stuck);
      if (complaints.length > 0) missed++;
      console.log([name.padEnd(28), end, screens.join(" "), ...complaints].join("  "));
    }
    console.log(`${names.length - missed} of ${names.length} in ${browser.name}`);
  });
  console.log(missed === 0 ? "holds" : "DOES NOT HOLD");
  return missed === 0;
}

const stuck = (error: unknown): Injected => ({
  end: "stuck",
  screens: [],
  complaints: [String(error).split("\n", 4).join(" ")],
});

/** One honest person with a card, with this fault in Chromium. */
async function injectFault(scenario: Scenario, person: Actor, name: string): Promise<Injected> {
  const { browser, client } = scenario;
  const { id, url } = await scenario.create(WALKS[0]!, name);
  let page = await browser.openPage();
  const context = page.context();
  await installFaultyCamera(page);
  const { film } = browser;

  async function open(next: typeof page) {
    await next.goto(url);
    return next;
  }
  const deskOf = (at: typeof page) => ({ page: at, film, person, visit: new Visit(at, film) });
  const world = {
    film,
    secondTab: async () => {
      const other = await open(await context.newPage());
      await toTheEnd(() => deskOf(other));
      await other.close();
      await page.bringToFront();
    },
    crash: async () => {
      const gone = page.waitForEvent("crash");
      page.goto("chrome://crash").catch(() => {});
      await gone;
      page = await open(await context.newPage());
    },
    cancel: async () => void (await client.post(`/v1/verifications/${id}/cancel`, {})),
  };
  const { at, injectFault } = FAULTS[name]!;
  const due = new Set(at);
  try {
    await open(page);
    const screens = await toTheEnd(
      () => deskOf(page),
      async (screen) => {
        if (!due.delete(screen)) return false;
        await injectFault({ ...world, page } satisfies World);
        return true;
      },
    );
    const { body } = await client.get(`/v1/verifications/${id}`);
    const end = body.status === "completed" ? body.decision : body.status;
    return { end, screens, complaints: complaintsOf(name, screens, end, due) };
  } finally {
    await context.close();
  }
}

function complaintsOf(
  name: string,
  screens: readonly string[],
  end: string,
  due: ReadonlySet<string>,
): string[] {
  const [wanted, last] = name === "canceled by the tenant" ? ["canceled", "over"] : ["approved", "outcome"];
  return [
    ...(end === wanted ? [] : [`ended ${end}`]),
    ...(screens.at(-1) === last ? [] : [`the page says ${screens.at(-1)}`]),
    ...(due.size === 0 ? [] : [`it did not come at ${[...due].join(", ")}`]),
  ];
}
