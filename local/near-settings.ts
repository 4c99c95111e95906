import { VARIABLES } from "../edge/env.ts";
import { mistypedName, plainName } from "../edge/verdicts/text/edit-distance.ts";
import { VARIABLES as INFERENCE } from "../inference/config.ts";
import { OWN_SHAPE } from "./edge/settings.ts";
import { SETTINGS } from "./stack/help.ts";

const firstWord = (name: string) => name.toUpperCase().split("_")[0]!;

/**
 * A line for each variable of an environment that is not a setting of any part of the service, but nearly
 * one. Variables of other programs are not named: first word and whole have to be near.
 */
export function nearSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set([
    ...SETTINGS.map(([name]) => name),
    ...VARIABLES,
    ...Object.keys(OWN_SHAPE),
    ...Object.keys(INFERENCE.shape),
  ]);
  return Object.keys(environment).flatMap((name) => {
    const meant = known.has(name) ? undefined : settingMeant(name, [...known]);
    return meant === undefined
      ? []
      : [`${name} is not a setting of Selfsame, and has no effect. Did you mean ${meant}?`];
  });
}

function settingMeant(name: string, known: readonly string[]): string | undefined {
  const same = known.find((each) => plainName(each) === plainName(name));
  if (same !== undefined || !name.includes("_")) return same;
  const isNear = (each: string) => mistypedName(firstWord(name), [firstWord(each)]) !== undefined;
  return mistypedName(name, known.filter(isNear));
}
