import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programArguments } from "../../local/arguments.ts";
import { chromiumPath } from "../../test/dashboard/browser/browser.ts";
import { ApiClient } from "../../test/harness/stack/api-client.ts";
import { startStack } from "../../test/harness/stack/stack.ts";
import { Tenant } from "../../test/harness/stack/tenant.ts";
import { startReceiver } from "../../test/harness/stack/webhook-receiver.ts";
import { openTurner } from "../material/person.ts";
import { visitPage } from "./page-visit.ts";
import { otherPerson, personWithAlteredCard, samplePerson } from "./people.ts";
import { Story } from "./story.ts";
import { walkThrough } from "./walk-through.ts";

/** Comes before everything else: what "approved" is worth here. */
const WARNING = `Every "person" in this demo is one photo that software warps: an injection attack, which this bundle does not
detect. So "approved" shows how a verification runs. It does not show that an attacker is stopped.
`;

const HELP = `Usage: npm run demo

${WARNING}
Starts a stack on free ports and a webhook receiver, in test mode, and runs four verifications: three by the API, and one
on the hosted page if Chromium is installed. Prints each step with its duration. It exits with 1 if a decision is not the
expected one.

  CHROMIUM=PATH    the browser (default /usr/bin/chromium)

npm run samples writes the same images to a folder, for calls of your own.
`;

async function main(): Promise<void> {
  const { values } = programArguments("npm run demo", { help: {} });
  if (values.help) return void process.stdout.write(HELP);
  if (process.env.CHROMIUM && chromiumPath() === null)
    throw new Error(`setting_invalid: CHROMIUM: ${process.env.CHROMIUM} does not exist`);
  process.stdout.write(WARNING);
  const story = new Story(process.stdout);
  const folder = await mkdtemp(join(tmpdir(), "selfsame-demo-"));
  const receiver = await startReceiver();
  const certificate = join(folder, "ca.pem");
  await writeFile(certificate, receiver.ca);
  const { turner, close } = await openTurner();
  story.chapter("The stack starts");
  const started = performance.now();
  const stack = await startStack({ WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_EXTRA_CA: certificate });
  try {
    story.line(`ready at ${stack.facts.api}`, performance.now() - started);
    const client = new ApiClient(stack.facts.api, stack.facts.keys.test);
    const tenant = await Tenant.open(client, stack, receiver);

    story.chapter("1. The person of the card, by the API");
    const person = await samplePerson(turner);
    const { card } = person;
    await walkThrough(story, tenant, { customerRef: "ada", card, subject: person, expect: "approved" });

    story.chapter("2. The same person on the hosted page, in Chromium");
    await visitPage(story, tenant, person);

    story.chapter("3. Another person sends the same card");
    const subject = await otherPerson(turner);
    await walkThrough(story, tenant, { customerRef: "impostor", card, subject, expect: "declined" });

    story.chapter("4. A card with an altered document number");
    const forger = await personWithAlteredCard(turner);
    await walkThrough(story, tenant, {
      customerRef: "forger",
      card: forger.card,
      subject: forger,
      expect: "declined",
    });
    story.end(`${tenant.verifyAll()} webhooks arrived, each with a valid signature.`);
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
