import { parseArgs } from "node:util";
import { keepImages } from "../material/keep-images.ts";
import { openTurner } from "../material/person.ts";
import { samplePerson } from "./people.ts";

const HELP = `Usage: npm run samples [-- DIR]

Writes sample images to DIR (default .local/samples), in about 15 seconds. No stack has to run. The files are:

  card.jpg                      a specimen of an identity card
  selfie.jpg                    the same person on another day; also the first frame of a challenge
  ACTION-1.jpg, ACTION-2.jpg    two more frames for each movement of a challenge

The movements are one photo that software warps. A real attacker could do the same, and Selfsame does not detect it.
`;

const { values, positionals } = parseArgs({ options: { help: { type: "boolean" } }, allowPositionals: true });
if (values.help) {
  process.stdout.write(HELP);
} else {
  const folder = positionals[0] ?? ".local/samples";
  const { turner, close } = await openTurner();
  await keepImages(await samplePerson(turner), folder);
  await close();
  process.stdout.write(`Sample images are in ${folder}.\n`);
}
