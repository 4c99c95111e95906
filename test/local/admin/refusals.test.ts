import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { layout } from "#local/stack/files.ts";
import { lockFolder } from "#local/stack/lock.ts";
import { loadSecrets } from "#local/stack/secrets.ts";
import { useFolder } from "../../harness/folder.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

const folder = useFolder();
let tenant: string;

beforeAll(async () => {
  await loadSecrets(layout(folder).secrets);
  tenant = (await admin("tenants create --name Acme")).answer.id;
});

const run = (line: string, dataFolder = folder) =>
  adminCommand(line.split(" "), { SELFSAME_DATA: dataFolder });

/** Runs a command line on a stack that does not run; words are split at spaces. */
const admin = (line: string) => run(`${line} --json`);

const isOfUsage = (line: string) => /^(unknown|missing|invalid)_(command|parameter)/.test(line);

const REVIEW = "verifications review --tenant TENANT --mode test --id vf_0 --reason identity_confirmed";

test.each([
  ["unknown_command", "tenants abolish"],
  ["missing_parameter", "tenants create"],
  ["unknown_parameter", "tenants list --color red"],
  ["not_found", "keys list --tenant tn_0"],
  ["invalid_parameter", "keys create --tenant TENANT --mode both"],
  ["not_found", "webhooks disable --tenant TENANT --id we_0"],
  [
    "invalid_parameter",
    "webhooks create --tenant TENANT --mode test --url http://a.b --events ocr.completed",
  ],
  ["not_found", `${REVIEW} --decision approved`],
  ["invalid_parameter", `${REVIEW} --decision review`],
  ["invalid_parameter", "audit verify --tenant TENANT --head 1"],
  ["invalid_parameter", "usage cap --tenant TENANT --mode test --limit -1"],
  ["missing_parameter", "usage cap --tenant TENANT --mode test"],
  ["not_found", "keys revoke --tenant TENANT --id key_0"],
  ["invalid_parameter", "keys create --tenant TENANT --mode test --networks here"],
])(
  "a refusal is one line that names %s, and exit 1, or 2 for a wrong command line: %s",
  async (code, line) => {
    const refused = await admin(line.replace("TENANT", tenant));
    expect(refused).toMatchObject({ code: isOfUsage(code) ? 2 : 1, out: "" });
    expect(refused.err).toMatch(new RegExp(`^${code}: .+\n$`));
  },
);

test("a folder without a stack is reported, and no stack is made there", async () => {
  const { code, err } = await run("tenants list", join(folder, "elsewhere"));
  expect([code, err.split(":")[0]]).toEqual([1, "no_stack"]);
});

test("while a stack is starting on the folder, a command says so and waits for nothing", async () => {
  const unlock = await lockFolder(folder);
  const { code, err } = await admin("tenants list");
  unlock();
  expect([code, err.split(":")[0]]).toEqual([1, "stack_not_ready"]);
});

test.each([
  ["create key", "did you mean keys create?"],
  ["restore x.tar", "did you mean backup restore?"],
  ["keys lst", "did you mean keys list?"],
  ["keys make", "there are keys create, keys list, keys revoke"],
  ["everything", "see npm run admin -- --help"],
])("an unknown command gets advice: %s", async (line, advice) => {
  const { code, err } = await run(line);
  expect([code, err]).toEqual([2, `unknown_command: ${line} is not a command: ${advice}\n`]);
});

test("an unknown flag is named with those that the command takes, and missing flags are named together", async () => {
  expect((await run("tenants list --color red")).err).toBe(
    "unknown_parameter: tenants list has no --color. It takes --json. Usage: npm run admin -- tenants list\n",
  );
  expect((await run("keys create")).err).toMatch(
    /^missing_parameter: --tenant, --mode are needed\. Usage: npm run admin -- keys create /,
  );
});

test("an unknown flag, a missing one and a wrong value are one answer, which ends with the command's usage", async () => {
  const { code, err } = await run("keys create --color red --mode Live");
  expect(code).toBe(2);
  expect(err).toMatch(
    /^unknown_parameter: keys create has no --color.*--mode must be live or test.*--tenant is needed.*Usage: npm run admin -- keys create --tenant .*\n$/,
  );
});

test("-h is --help", async () => {
  for (const line of ["", "keys ", "keys create "]) {
    expect(await run(`${line}-h`)).toEqual(await run(`${line}--help`));
  }
});

test.each([
  [
    "keys create --tennant tn_1 --mode Live",
    "keys create has no --tennant. Did you mean --tenant?; --mode must be live or test, not `Live`. Did you mean live?",
  ],
  [
    "keys create --tenant --mode prod",
    "--tenant needs a value: --tenant ID; --mode must be live or test, not `prod`",
  ],
  ["keys list --tenant tn_1 --tenant tn_2", "--tenant is given twice"],
  [
    "webhooks create --tenant TENANT --mode test --url http://a.b --events ocr.completed",
    "invalid_parameter: --url must begin with https://",
  ],
  [
    "keys create --tenant TENANT --mode test --expires-at 2020-01-01T00:00:00Z",
    "--expires-at must be in the future, not `2020-01-01T00:00:00Z`. Usage: npm run admin -- keys create",
  ],
  [
    "keys revoke --tenant TENANT --id key_0",
    "This tenant has no key of this id. An id begins with key_; the key itself is not one. npm run admin -- keys list --tenant ID shows the ids.",
  ],
  ["keys list --tenant tn_1 extra", "keys list takes options only, not `extra`"],
  ["usage cap --tenant tn_1 --mode test --limit -1", "--limit must be a whole number or none, not `-1`"],
  [
    "keys list --tenant Acme",
    "there is no tenant `Acme`. Give its id, which begins with tn_: npm run admin -- tenants list shows the ids",
  ],
  [
    "legacy import /nowhere --tenant TENANT --mode test",
    "/nowhere: ENOENT, there is no such file, or no folder for it",
  ],
  ["audit export FOLDER/secrets.json --tenant TENANT", "EEXIST, it exists already: name a new file"],
  [
    "audit verify FOLDER/secrets.json",
    "secrets.json is not an exported audit log: its first line is no entry.",
  ],
  [
    "backup verify FOLDER/secrets.json",
    "secrets.json is not a backup, or it is damaged: no tar archive begins there.",
  ],
  [
    "audit verify --tenant TENANT --head abc",
    "--head must be N:HASH, as verify and export print it, not `abc`",
  ],
  ["tenants capture --tenant TENANT --return-origin localhost:3000", "Did you mean http://localhost:3000?"],
  ["policies create --tenant TENANT --mode test --name A /nope.json", "Did you mean --rules /nope.json?"],
  ["backup verify FOLDER/away", "FOLDER/away: ENOENT"],
  ["backup verify FOLDER", "FOLDER: EISDIR, it is a folder: name a file"],
  ["backup create /proc/x", "file_unwritable: /proc/x: ENOENT, there is no such file, or no folder for it"],
  ["tenants list --jsno", "tenants list has no --jsno. Did you mean --json?"],
  ["tenants create --nmae A", "tenants create has no --nmae. Did you mean --name?"],
  ["audit list --tenant tn_1 --limit 0", "--limit must be a whole number from 1 to 1000, not `0`"],
  [
    "audit verify",
    "missing_parameter: FILE or --tenant is needed. Usage: npm run admin -- audit verify [FILE]",
  ],
  [
    "webhooks replay --tenant tn_1 --id we_1",
    "either --event or --all is needed. Usage: npm run admin -- webhooks replay",
  ],
  [
    "policies replay --tenant tn_1 --mode test --id pol_1 --version 2 --rules x.json",
    "--version and --rules cannot be combined: remove one of them",
  ],
  ["models pull --from . --wheel x.whl", "give --from or --wheel, not both"],
  ["models calibrate --data FOLDER/secrets.json", "secrets.json: ENOTDIR, it is a file"],
  ["models calibrate --data FOLDER", "no_photos: FOLDER has no folders with photos. Name a folder with one"],
  // It makes a folder in FOLDER.
  ["models pull --from FOLDER", "source_refused: FOLDER/FILE cannot be read. Not pulled: "],
  [
    "gallery fill",
    "setting_missing: GALLERY_MILVUS_URL is not set. Only a service whose galleries are on a Milvus server needs this command: others fill themselves",
  ],
  [
    "members remove --email ada@example.com",
    "This address has no account. npm run admin -- members list --tenant ID shows the addresses.",
  ],
  [
    "webhooks delete --tenant TENANT --id we_x",
    "not a valid webhook endpoint id: it has to be we_ followed by 26 digits and capital letters. npm run admin -- webhooks list --tenant ID shows the ids.",
  ],
  [
    "webhooks delete --tenant TENANT --id we_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "The tenant has no webhook endpoint of this id, in either mode. npm run admin -- webhooks list",
  ],
  [
    "verifications review --tenant TENANT --mode test --id vf_01ARZ3NDEKTSV4RRFFQ69G5FAV --decision approved --reason identity_confirmed",
    "not_found: No verification of this tenant has this id in test mode. For an id from live mode give --mode live.",
  ],
])("a wrong command line is one line that names every fault, and what was meant: %s", async (line, text) => {
  const named = (of: string) => of.replace("TENANT", tenant).replace("FOLDER", folder);
  const { code, err } = await run(named(line));
  expect(code).toBe(isOfUsage(err) ? 2 : 1);
  expect(err).toContain(named(text));
  expect(err.split("\n")).toHaveLength(2);
});

test.each([
  ['{"min_age": 18,}', "line 1, column 16: remove the comma before `}`"],
  ["{'min_age': 18}", "line 1, column 2: JSON has no single quotes. Write double quotes"],
  ["", "line 1, column 1: it ends early, and a value is missing"],
  ["\n# Selfsame\n", / is no JSON file: line 2 must begin with `\{`, not with `#`\n$/],
  ["min_age: 18", / is no JSON file: line 1 must begin with `\{`\n$/],
  ["[]", "line 1: the file must hold an object, not a list."],
  [
    '{\n  "min_ag": 18,\n  "max_attempts": 99,\n  "steps": ["document",\n    "selfy"]\n}',
    /, line 2: Unknown parameter `min_ag`\. Did you mean `min_age`\? line 5: steps\[1\] must be one of .* line 3: max_attempts must be at most 10, not 99\./,
  ],
])("a wrong file of rules is named with line, path and what was meant: %s", async (content, text) => {
  const file = join(folder, "rules.json");
  await writeFile(file, content);
  const { code, err } = await admin(
    `policies create --tenant ${tenant} --mode test --name Strict --rules ${file}`,
  );
  expect([code, err.split(":")[0]]).toEqual([1, "invalid_file"]);
  expect(err).toMatch(typeof text === "string" ? `${file}, ${text}` : text);
});

test("folders without photos are no material of a calibration", async () => {
  const people = join(folder, "people");
  await mkdir(join(people, "ada"), { recursive: true });
  await writeFile(join(people, "ada/notes.txt"), "x");
  const { code, err } = await run(`models calibrate --data ${people}`);
  expect(code).toBe(1);
  expect(err).toContain(
    `no_photos: ${people} has no folders of photos: a face is found in 0 of 1 files. Name a folder with one`,
  );
});

test("no command at all is exit 2, and prints the commands", async () => {
  const { code, out } = await adminCommand([], { SELFSAME_DATA: folder });
  expect([code, out.slice(0, 6)]).toEqual([2, "Usage:"]);
});

test("a wrong setting is named by a command as by the start", async () => {
  const { code, err } = await adminCommand(["tenants", "list"], { SELFSAME_DATA: folder, PORT: "x" });
  expect([code, err]).toEqual([1, 'setting_invalid: PORT: must be a number, not "x"\n']);
});

test.each([
  ["SELFSAME_DTA", "SELFSAME_DATA"],
  ["KEYS_PER_MOD", "KEYS_PER_MODE"],
  ["DATA_KEY", "DATA_KEYS"],
])("a misspelt setting of a command is named by it, and has no effect: %s", async (misspelt, meant) => {
  const { code, err } = await adminCommand(["tenants", "list"], { SELFSAME_DATA: folder, [misspelt]: "/x" });
  expect([code, err]).toEqual([
    0,
    `admin: ${misspelt} is not a setting of Selfsame, and has no effect. Did you mean ${meant}?\n`,
  ]);
});

test("wrong settings of the environment are named with what was received and what is allowed", async () => {
  const wrong = { SELFSAME_DATA: folder, PORT: "x", KEYS_PER_MODE: "many", SIGN_UP_MONTHLY_CAP: "few" };
  const { code, err } = await adminCommand(["tenants", "list"], wrong);
  expect([code, err.split(":")[0]]).toEqual([1, "setting_invalid"]);
  const ofWebhooks = { SELFSAME_DATA: folder, WEBHOOK_TIME_SCALE: "fast" };
  expect((await adminCommand(["tenants", "list"], ofWebhooks)).err).toMatch(
    /^setting_invalid: WEBHOOK_TIME_SCALE: must be .*, not "fast"\n$/,
  );
  expect(err).toMatch(
    /PORT: must be a number, not "x"; KEYS_PER_MODE: must be a .*, not "many"; SIGN_UP_MONTHLY_CAP: must be a whole number, or none, not "few"\n$/,
  );
});

test("flags that npm took as its own, because -- is missing, are one error that says where -- goes", async () => {
  const byNpm = { SELFSAME_DATA: folder, npm_lifecycle_event: "admin" };
  const taken = { ...byNpm, npm_config_name: "Acme", npm_config_json: "true", npm_config_cache: "/tmp/npm" };
  expect(await adminCommand(["tenants", "create"], taken)).toMatchObject({
    code: 2,
    err: "invalid_parameter: npm took --name, --json as its own. Put -- after npm run admin, before the arguments. Usage: npm run admin -- tenants create --name TEXT [--owner ADDRESS]\n",
  });
  const inNpmrc = { ...byNpm, npm_config_json: "true" };
  expect((await adminCommand(["tenants", "create", "--name", "Acme", "--json"], inNpmrc)).code).toBe(0);
});
