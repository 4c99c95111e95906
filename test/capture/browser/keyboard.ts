import type { Locator, Page } from "playwright-core";
import type { Place } from "./visit.ts";

/** More than any screen has places for the focus. */
const MOST_TABS = 30;

/** The page, used by keyboard only: a pressed element has the focus, and shows it. */
export function keyboardPlace(page: Page): Place {
  async function reach(target: Locator): Promise<void> {
    await target.and(page.locator(':not([aria-disabled="true"])')).waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await target.evaluate(IS_REACHED)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`no Tab leads to ${target}`);
  }
  return {
    getByRole(role, options = {}) {
      const target = page.getByRole(role, options);
      const press = async (key: string) => {
        await reach(target);
        await page.keyboard.press(key);
      };
      const tick = async (wanted: boolean) => {
        if ((await target.isChecked()) !== wanted) await press("Space");
      };
      return { click: () => press("Enter"), check: () => tick(true), uncheck: () => tick(false) };
    },
    getByText: (text) => page.getByText(text),
    locator: (selector) => page.locator(selector),
  };
}

const IS_REACHED = (each: {
  readonly ownerDocument: { readonly activeElement: unknown };
  matches(selector: string): boolean;
}) => each === each.ownerDocument.activeElement && each.matches(":focus-visible");
