import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ApiClient } from "../../test/harness/stack/api-client.ts";
import { startStack } from "../../test/harness/stack/stack.ts";
import { Tenant } from "../../test/harness/stack/tenant.ts";
import { startReceiver } from "../../test/harness/stack/webhook-receiver.ts";
import { withWrongCheckDigit } from "../material/documents/mrz.ts";
import { SAME_PERSON, SAMPLE_FACES } from "../material/faces/sample-faces.ts";
import { keepImages } from "../material/keep-images.ts";
import { makePerson, openTurner } from "../material/person.ts";
import { visitPage } from "./page-visit.ts";
import { Story } from "./story.ts";
import { walkThrough } from "./walk-through.ts";

const HELP = `Usage: npm run demo [-- --keep DIR]

Starts a stack of its own on free ports and a webhook receiver over HTTPS, then walks verifications from outside: an
honest user, an impostor, and a tampered card by the API, and, where there is Chromium, a user before its camera by the
page. Tells what happened, with timings; ends with 1 if anything went otherwise than it should.

  --keep DIR   leaves the honest user's images there: card.jpg, selfie.jpg, and of each challenge's action ACTION-1.jpg
               and ACTION-2.jpg, half way and at its end; and images of the page's screens

CHROMIUM=PATH names the browser (/usr/bin/chromium).
`;

async function main(): Promise<void> {
  const options = { keep: { type: "string" }, help: { type: "boolean" } } as const;
  const { help, keep } = parseArgs({ options, strict: true }).values;
  if (help) return void process.stdout.write(HELP);
  const story = new Story(process.stdout);
  const folder = await mkdtemp(join(tmpdir(), "selfsame-demo-"));
  const receiver = await startReceiver();
  const certificate = join(folder, "ca.pem");
  await writeFile(certificate, receiver.ca);
  const { turner, close } = await openTurner();
  story.chapter("The stack comes up");
  const started = performance.now();
  const stack = await startStack({ WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_EXTRA_CA: certificate }, (line) =>
    story.aside(line),
  );
  try {
    story.line(`ready at ${stack.facts.api}`, performance.now() - started);
    const client = new ApiClient(stack.facts.api, stack.facts.keys.test);
    const tenant = await Tenant.open(client, stack, receiver);
    const [[today, honest], other] = [SAME_PERSON, SAMPLE_FACES[4]!];

    story.chapter("An honest user");
    const user = await makePerson(turner, { face: honest, today, seed: 5 });
    if (keep !== undefined) {
      await keepImages(user, keep);
      story.aside(`images are in ${keep}`);
    }
    await walkThrough(story, tenant, {
      customerRef: "ada",
      card: user.card,
      subject: user,
      expect: "approved",
    });

    story.chapter("Another one follows a link, in Chromium");
    await visitPage(story, tenant, user, keep);

    story.chapter("An impostor holds up the same card");
    const impostor = await makePerson(turner, { face: other, seed: 6 });
    await walkThrough(story, tenant, {
      customerRef: "impostor",
      card: user.card,
      subject: impostor,
      expect: "declined",
    });

    story.chapter("A tampered card");
    const forge = {
      alterMrz: (lines: readonly string[]) => withWrongCheckDigit(lines, "TD1", "document_number"),
    };
    const forger = await makePerson(turner, { face: honest, today, seed: 5, forge });
    await walkThrough(story, tenant, {
      customerRef: "forger",
      card: forger.card,
      subject: forger,
      expect: "declined",
    });
    story.end();
  } finally {
    await stack.stop();
    await receiver.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
