import { mistypedName, plainName } from "./edit-distance.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const firstWord = (name: string) => name.toUpperCase().split("_")[0]!;

/**
 * A line for each variable that is not one of these settings, but nearly one. Variables of other programs are
 * not named: first word and whole have to be near.
 */
export function nearSettings(environment: Environment, settings: readonly string[]): string[] {
  const known = new Set(settings);
  return Object.keys(environment).flatMap((name) => {
    const meant = known.has(name) ? undefined : settingMeant(name, settings);
    return meant === undefined
      ? []
      : [`${name} is not a setting of Selfsame, and has no effect. Did you mean ${meant}?`];
  });
}

function settingMeant(name: string, known: readonly string[]): string | undefined {
  // WORKER for WORKERS.
  const spellings = [plainName(name), plainName(`${name}S`)];
  const same = known.find((each) => spellings.includes(plainName(each)));
  if (same !== undefined || !name.includes("_")) return same;
  const isNear = (each: string) => mistypedName(firstWord(name), [firstWord(each)]) !== undefined;
  return mistypedName(name, known.filter(isNear));
}

/** The options, of these names, that npm took as its own: it passes them on in variables only. */
export function takenByNpm(environment: Environment, names: readonly string[]): string[] {
  const variable = (name: string) => `npm_config_${name.toLowerCase().replaceAll("-", "_")}`;
  const isByNpm = environment.npm_lifecycle_event !== undefined;
  return isByNpm ? names.filter((name) => environment[variable(name)] !== undefined) : [];
}
