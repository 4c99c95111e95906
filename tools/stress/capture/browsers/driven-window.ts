import { type Place, Visit } from "../../../../test/capture/browser/visit.ts";
import { STORED, type Window } from "./browser.ts";
import { CanvasScene, installCamera } from "./canvas-scene.ts";
import type { Driver } from "./driver.ts";

/** A window of a browser that is driven from outside; `told` is what the driver itself heard of it. */
export function drivenWindow(driver: Driver, place: Place, close: () => Promise<void>): Window {
  return {
    visit: new Visit(place, new CanvasScene(driver)),
    async goto(url) {
      await driver.navigate(url);
      await driver.run(LISTEN);
      await installCamera(driver);
    },
    async seen() {
      const heard = (await driver.run("() => walkHeard")) as { said: string[]; bytesUp: number };
      const open = (await driver.run(
        `() => [${STORED}, ...performance.getEntriesByType("resource").map(({ name }) => name)]`,
      )) as string[];
      return { ...heard, open: [...open, ...heard.said], secrets: [] };
    },
    close,
  };
}

/** For the browser to run: hears what the page complains of, and weighs what it sends. */
const LISTEN = `() => {
  const heard = { said: [], bytesUp: 0 };
  globalThis.walkHeard = heard;
  for (const level of ["debug", "log", "info", "warn", "error"]) {
    const { [level]: said } = console;
    console[level] = (...words) => {
      heard.said.push(words.map(String).join(" "));
      said.apply(console, words);
    };
  }
  addEventListener("error", ({ message }) => heard.said.push(message));
  addEventListener("unhandledrejection", ({ reason }) => heard.said.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective }) => heard.said.push(violatedDirective));
  const weigh = (body) => {
    if (body instanceof FormData) for (const part of body.values()) heard.bytesUp += part.size ?? part.length;
    else heard.bytesUp += body?.size ?? body?.length ?? 0;
  };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    weigh(body);
    return send.call(this, body);
  };
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) => {
    weigh(init?.body);
    return fetch(address, init);
  };
}`;
