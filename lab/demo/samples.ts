import { parseArgs } from "node:util";
import { SAME_PERSON } from "../material/faces/sample-faces.ts";
import { keepImages } from "../material/keep-images.ts";
import { makePerson, openTurner } from "../material/person.ts";

const HELP = `Usage: npm run samples [-- DIR]

Writes the sample images of the tutorials into DIR (default .local/samples): card.jpg, selfie.jpg, and for each movement
of a liveness challenge ACTION-1.jpg and ACTION-2.jpg.

The card is a specimen that was drawn for this. The movements are one photo, warped in software: a real attacker could do
the same, and Selfsame does not detect it.
`;

const { values, positionals } = parseArgs({ options: { help: { type: "boolean" } }, allowPositionals: true });
if (values.help) {
  process.stdout.write(HELP);
} else {
  const folder = positionals[0] ?? ".local/samples";
  const { turner, close } = await openTurner();
  const [[today, face]] = [SAME_PERSON];
  await keepImages(await makePerson(turner, { face, today, seed: 5 }), folder);
  await close();
  process.stdout.write(`Sample images are in ${folder}.\n`);
}
