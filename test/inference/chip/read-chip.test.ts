import { beforeAll, describe, expect, it } from "vitest";
import { type ChipFiles, readChip } from "#inference/chip/read-chip.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { type Chip, flipped, makeChip, newCsca, type Part } from "#test/harness/trust/chips.ts";

const CHALLENGE = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);

const filesOf = (chip: Chip, challenge?: Uint8Array): ChipFiles => ({
  sod: chip.sod,
  dataGroups: [...chip.dataGroups].map(([number, file]) => ({ number, file })),
  ...(challenge && { activeAuthentication: { challenge, signature: chip.answer(challenge) } }),
});

let chip: Chip;
beforeAll(async () => {
  chip = await makeChip();
});

it("valid", () => {
  const facts = readChip(filesOf(chip, CHALLENGE));
  console.log(JSON.stringify(facts, (k, v) => v instanceof Uint8Array ? v.length : v instanceof Map ? [...v.keys()] : v, 1));
});
it.each<Part>(["dg1", "dg2", "hash_list", "attributes", "signature", "certificate"])("flip %s", (part) => {
  const facts = readChip(filesOf(flipped(chip, part), CHALLENGE));
  console.log(part, facts.securityObject.value?.signatureValid, facts.securityObject.problem, facts.dataGroups);
});
