import { writeFile } from "node:fs/promises";
import { newSecrets } from "../../stack/secrets.ts";
import { CommandError, type Commands } from "../command.ts";
import { render } from "../render.ts";

/** What a deployment makes for itself. The database's token is for who runs the database to give. */
const NAMES = ["DATA_KEYS", "TOKEN_SIGNING_JWK", "RECEIPT_SIGNING_JWK", "INFERENCE_TOKEN"] as const;

type Secrets = Readonly<Record<(typeof NAMES)[number], string>>;

/** A line for each, which a shell, systemd and compose read alike: JSON stands in single quotes. */
const lines = (secrets: Secrets) => NAMES.map((name) => `${name}='${secrets[name]}'\n`).join("");

export const SECRET_COMMANDS: Commands = {
  "secrets create": {
    needs: "nothing",
    summary: "Creates the secrets of a new deployment, as settings",
    details:
      "They are a master key (DATA_KEYS), the keys of session tokens and receipts, and the token of inference. They go to a new FILE that only its owner can read, or to stdout, and to no other place.",
    argument: "FILE",
    isArgumentOptional: true,
    flags: {},
    run: async ({ isReadByOthers }, { argument: file }) => {
      const secrets = await newSecrets();
      if (file !== "") return keep(file, secrets);
      if (isReadByOthers) {
        throw new CommandError(
          "readable_by_others",
          "stdout is a file that others may read; name the file as an argument, or umask 077 first",
        );
      }
      return Object.fromEntries(NAMES.map((name) => [name, secrets[name]]));
    },
    print: (value) => (isSecrets(value) ? lines(value) : render(value)),
  },
};

const isSecrets = (value: unknown): value is Secrets =>
  typeof value === "object" && value !== null && NAMES.every((name) => name in value);

/** Writes them into a new file. One that is there may hold the only copy of a master key. */
async function keep(file: string, secrets: Secrets): Promise<{ file: string; settings: readonly string[] }> {
  try {
    await writeFile(file, lines(secrets), { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST")
      throw new CommandError("file_exists", `${file} is there; secrets are never replaced`);
    throw new CommandError("file_not_written", `${file} cannot be written (${code})`);
  }
  return { file, settings: NAMES };
}
