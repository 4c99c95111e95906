import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

/** What a screen reader has said, oldest first. */
export interface Speech {
  readonly said: readonly string[];
  close(): void;
}

/**
 * What commands are answered with, by their first words: the codes of SSIP, Speech Dispatcher's protocol
 * (its manual, chapter "SSIP"). Who asks for
 * something is told of the one voice that there is.
 */
const ANSWERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^LIST OUTPUT_MODULES/i, ["250-silence", "250 OK MODULE LIST SENT"]],
  [/^LIST/i, ["249-silence\ten\tnone", "249 OK VOICE LIST SENT"]],
  [/^GET/i, ["251-0", "251 OK GET RETURNED"]],
  [/^HISTORY/i, ["245-1", "245 OK CLIENT ID SENT"]],
  [/^(STOP|CANCEL)/i, ["210 OK STOPPED"]],
  [/^(CHAR|KEY|SOUND_ICON)/i, ["225-1", "225 OK MESSAGE QUEUED"]],
  [/^SPEAK/i, ["230 OK RECEIVING DATA"]],
  [/^QUIT/i, ["231 HAPPY HACKING"]],
  [/^/, ["208 OK"]],
];

/** Stands where a screen reader looks for Speech Dispatcher, and writes down what it should say. */
export async function openSpeechServer(path: string): Promise<Speech> {
  await mkdir(dirname(path), { recursive: true });
  const said: string[] = [];
  const callers = new Set<Socket>();
  const server = createServer((caller) => {
    callers.add(caller);
    caller.on("close", () => callers.delete(caller));
    void serve(caller, said);
  }).listen(path);
  await once(server, "listening");
  return {
    said,
    close() {
      for (const caller of callers) caller.destroy();
      server.close();
    },
  };
}

async function serve(caller: Socket, said: string[]): Promise<void> {
  const answer = (lines: readonly string[]) => caller.write(lines.map((line) => `${line}\r\n`).join(""));
  /** The lines of what is said just now; undefined between commands. */
  let text: string[] | undefined;
  caller.on("error", () => caller.destroy());
  for await (const line of createInterface({ input: caller })) {
    if (text === undefined) {
      answer(ANSWERS.find(([command]) => command.test(line))![1]);
      if (/^SPEAK/i.test(line)) text = [];
    } else if (line !== ".") text.push(line);
    else {
      said.push(plain(text.join(" ")));
      text = undefined;
      answer([`225-${said.length}`, "225 OK MESSAGE QUEUED"]);
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** The words of SSML. */
const plain = (ssml: string): string =>
  ssml
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .trim();
