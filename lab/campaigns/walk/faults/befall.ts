import { Visit } from "../../../../test/capture/browser/visit.ts";
import type { openChromium } from "../browsers/chromium.ts";
import type { Actor } from "../cast.ts";
import type { Theatre } from "../theatre.ts";
import { WALKS } from "../walks.ts";
import { installFaultyCamera } from "./camera.ts";
import { FAULTS, type World } from "./faults.ts";
import { openLine, UPLOADS } from "./line.ts";
import { toTheEnd } from "./person.ts";

type Chromium = Awaited<ReturnType<typeof openChromium>>;

/** What came of a fault. */
interface Befallen {
  readonly name: string;
  /** How the service says that it ended. */
  readonly end: string;
  readonly screens: readonly string[];
  /** What does not hold; nothing where all does. */
  readonly complaints: readonly string[];
}

/** One honest person with a card, whom this fault befalls in Chromium. */
export async function befall(theatre: Theatre<Chromium>, person: Actor, name: string): Promise<Befallen> {
  const { browser, client } = theatre;
  const { id, url } = await theatre.create(WALKS[0]!, name);
  const line = openLine();
  let page = await browser.openPage();
  const context = page.context();
  await installFaultyCamera(page);
  const { film } = browser;

  async function open(next: typeof page) {
    await line.attach(next);
    await next.goto(url);
    return next;
  }
  const deskOf = (at: typeof page) => ({ page: at, film, person, visit: new Visit(at, film) });
  const world = {
    film,
    line,
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
    revokeToken: async () => {
      if (line.token() !== "") await client.delete(`/v1/sessions/${jtiOf(line.token())}`);
    },
    cancel: async () => void (await client.post(`/v1/verifications/${id}/cancel`, {})),
  };
  const { at, befall } = FAULTS[name]!;
  const due = new Set(at);
  try {
    await open(page);
    const screens = await toTheEnd(
      () => deskOf(page),
      async (screen) => {
        if (!due.delete(screen)) return false;
        await befall({ ...world, page } satisfies World);
        return true;
      },
    );
    const { body } = await client.get(`/v1/verifications/${id}`);
    const end = body.status === "completed" ? body.decision : body.status;
    return { name, end, screens, complaints: complaintsOf(name, screens, end, body.steps, line, due) };
  } finally {
    await context.close();
  }
}

interface Step {
  readonly name: string;
  readonly attempts: number;
}

function complaintsOf(
  name: string,
  screens: readonly string[],
  end: string,
  steps: readonly Step[],
  line: ReturnType<typeof openLine>,
  due: ReadonlySet<string>,
): string[] {
  const isCanceled = name === "canceled by the tenant";
  const complaints: string[] = [];
  if (end !== (isCanceled ? "canceled" : "approved")) complaints.push(`ended ${end}`);
  if (screens.at(-1) !== (isCanceled ? "over" : "outcome"))
    complaints.push(`the page says ${screens.at(-1)}`);
  if (due.size > 0) complaints.push(`it did not come at ${[...due].join(", ")}`);
  for (const step of UPLOADS) {
    const { attempts } = steps.find((each) => each.name === step)!;
    const taken = line.taken[step].size;
    if (attempts !== taken) complaints.push(`${step}: ${attempts} attempts of ${taken} captures`);
  }
  return complaints;
}

/** The number of a session token stands in its claims. */
const jtiOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()).jti;
