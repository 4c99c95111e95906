import { type Chromium, openChromium } from "./chromium.ts";
import { openPersonas, type Personas } from "./personas.ts";
import { openScenario, type Scenario } from "./scenario.ts";

/** All that a campaign needs. */
interface Environment {
  readonly browser: Chromium;
  readonly scenario: Scenario;
  readonly personas: Personas;
}

/**
 * Opens a browser, a stack and personas for one campaign. They are closed after it, whatever its result, and
 * on a signal, because a stack outlives the process that started it.
 */
export async function withEnvironment(
  hands: "mouse" | "keyboard",
  campaign: (environment: Environment) => Promise<void>,
): Promise<void> {
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(each: T): T => {
    opened.unshift(each);
    return each;
  };
  const close = async () => {
    for (const each of opened.splice(0)) await each.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => close().finally(() => process.exit(1)));
  try {
    const browser = keep(await openChromium(hands));
    const scenario = keep(await openScenario(browser));
    await campaign({ browser, scenario, personas: keep(await openPersonas()) });
  } finally {
    await close();
  }
}
