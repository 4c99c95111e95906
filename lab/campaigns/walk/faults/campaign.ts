import { openChromium } from "../browsers/chromium.ts";
import { inHouse } from "../house.ts";
import { befall } from "./befall.ts";
import { FAULTS } from "./faults.ts";

/**
 * One person for each fault whose name has one of these in it, which commas part. Resolves with whether all
 * came to their end.
 */
export async function walkFaults(named: string, seed: number): Promise<boolean> {
  const names = Object.keys(FAULTS).filter((each) => named.split(",").some((part) => each.includes(part)));
  if (names.length === 0) throw new Error(`no fault has ${JSON.stringify(named)} in its name`);
  let missed = 0;
  await inHouse(openChromium, async ({ browser, theatre, cast }) => {
    const person = await cast.person({ seed });
    for (const name of names) {
      const { end, screens, complaints } = await befall(theatre, person, name).catch(stuck);
      if (complaints.length > 0) missed++;
      console.log([name.padEnd(28), end, screens.join(" "), ...complaints].join("  "));
    }
    console.log(`${names.length - missed} of ${names.length} in ${browser.name}`);
  });
  console.log(missed === 0 ? "holds" : "DOES NOT HOLD");
  return missed === 0;
}

const stuck = (error: unknown) => ({
  end: "stuck",
  screens: [],
  complaints: [String(error).split("\n", 4).join(" ")],
});
