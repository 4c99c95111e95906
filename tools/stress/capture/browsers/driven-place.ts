import type { Place } from "../../../../test/capture/browser/visit.ts";
import type { Driver, Handle } from "./driver.ts";
import { until } from "./until.ts";

const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** Functions for the browser to run: each answers the element that a person would mean. */
const FIND = {
  button: `(name) => [...document.querySelectorAll("button")].find((each) =>
    each.textContent.includes(name) && !each.disabled && each.getAttribute("aria-disabled") !== "true" &&
    each.getClientRects().length > 0) ?? null`,
  checkbox: `() => document.querySelector('input[type="checkbox"]')`,
  text: `(text) => [...document.querySelectorAll("main, main *")].findLast((each) =>
    each.textContent.includes(text) && each.getClientRects().length > 0) ?? null`,
  selector: `(selector) => [...document.querySelectorAll(selector)].find((each) =>
    each.getClientRects().length > 0) ?? null`,
} as const;

/** The capture page in a browser that is driven from outside. */
export function drivenPlace(driver: Driver): Place {
  function waitFor(how: keyof typeof FIND, what: string, patienceMs = PATIENCE_MS): Promise<Handle> {
    return until(() => driver.find(FIND[how], what), {
      patienceMs,
      everyMs: LOOK_EVERY_MS,
      async otherwise() {
        const shown = await driver.run("() => document.body.innerText.slice(0, 200)");
        return `no ${how} ${what} within ${patienceMs} ms, but ${JSON.stringify(shown)}`;
      },
    });
  }
  const found = (how: "text" | "selector", what: string): ReturnType<Place["locator"]> => {
    const read =
      (of: string) =>
      async (name = "") => {
        await waitFor(how, what);
        return (await driver.run(`(what, name) => (${FIND[how]})(what)?.${of} ?? null`, what, name)) as
          | string
          | null;
      };
    return {
      first: () => found(how, what),
      waitFor: async ({ timeout } = {}) => void (await waitFor(how, what, timeout)),
      getAttribute: read("getAttribute(name)"),
      textContent: read("textContent"),
    };
  };
  return {
    getByRole(role, { name = "" } = {}) {
      const click = async () => driver.click(await waitFor(role, name));
      const isTicked = () => driver.run(`() => (${FIND.checkbox})()?.checked === true`);
      const tick = (wanted: boolean) => async () => {
        await waitFor(role, name);
        if ((await isTicked()) !== wanted) await click();
      };
      return { click, check: tick(true), uncheck: tick(false) };
    },
    getByText: (text) => found("text", text),
    locator: (selector) => found("selector", selector),
  };
}
