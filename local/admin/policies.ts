import { readFile } from "node:fs/promises";
import { DAY_MS, HOUR_MS } from "../../edge/core/clock.ts";
import type { Scope } from "../../edge/core/scope.ts";
import { jsonFault } from "../../edge/http/body/json-fault.ts";
import { faultsIn } from "../../edge/http/faults.ts";
import {
  addVersion,
  archivePolicy,
  createPolicy,
  existingVersion,
  type NamedPolicy,
} from "../../edge/operations/policies/policies.ts";
import { replayDecisions } from "../../edge/operations/policies/replay.ts";
import { policyView, replayView } from "../../edge/operations/policies/views.ts";
import { MADE_WITH, newPolicy } from "../../edge/schemas/policies.ts";
import { listPolicies } from "../../edge/store/verifications/policies.ts";
import { type Policy, policySchema } from "../../edge/verification/policy.ts";
import type { ArgumentFault } from "../arguments.ts";
import { type Form, MOST, time, WrongValueError, wholeFrom } from "../forms.ts";
import {
  CommandError,
  type Commands,
  type DatabaseCommand,
  type Flag,
  type Flags,
  MODE,
  type OperatorDatabase,
  TENANT,
  unusable,
} from "./command.ts";
import { existingTenant } from "./tenants.ts";

const ID: Flag = { value: "ID", text: "the policy, pol_…", required: true };
const RULES: Flag = {
  value: "FILE",
  text: 'a JSON file with the rules, such as {"min_age": 18}',
  required: true,
};

const LIMIT = { default: 1_000, max: 1_000_000 } as const;
const DEFAULT_DAYS = 30;

const NAME: Form<string> = (text) => {
  const name = newPolicy.shape.name.safeParse(text);
  if (name.success) return name.data;
  throw new WrongValueError(`must be 1 to 100 printable characters, not ${text.length}`);
};
const VERSION = wholeFrom(1, MOST);
const DECISIONS = wholeFrom(1, LIMIT.max);

const oneOfVersionAndRules = (flags: Flags): ArgumentFault | null =>
  flags.text("version") === undefined || flags.text("rules") === undefined
    ? null
    : {
        code: "invalid_parameter",
        message: "--version and --rules cannot be combined: remove one of them",
      };

/** A command on the policies of one tenant and mode. */
function onPolicies(
  summary: string,
  flags: Readonly<Record<string, Flag>>,
  run: (database: OperatorDatabase, scope: Scope, flags: Flags) => Promise<unknown>,
  { details, check }: Pick<DatabaseCommand, "details" | "check"> = {},
): DatabaseCommand {
  return {
    needs: "database",
    summary,
    ...(details !== undefined && { details }),
    ...(check !== undefined && { check }),
    flags: { tenant: TENANT, mode: MODE, ...flags },
    async run(database, given) {
      const tenant = await existingTenant(database.db, given);
      return run(database, { tenantId: tenant.id, mode: given.mode() }, given);
    },
  };
}

/** The rules in a JSON file, with the defaults. */
async function rulesIn(path: string): Promise<Policy> {
  if (path.trimStart().startsWith("{"))
    throw new CommandError(
      "invalid_parameter",
      "--rules takes a file, not JSON: write the rules into a file, such as --rules rules.json",
    );
  const text = await readFile(path, "utf8").catch((error) => {
    throw unusable("file_unreadable", path, error);
  });
  const [before = "", sign = ""] = /^(\s*)(.?)/su.exec(text)?.slice(1) ?? [];
  if (!"[{".includes(sign)) {
    // A word may be a secret.
    const found = /\w/.test(sign) ? "" : `, not with \`${sign}\``;
    const message = `${path} is no JSON file: line ${before.split("\n").length} must begin with \`{\`${found}`;
    throw new CommandError("invalid_file", message);
  }
  const lines = new Map<string, number>();
  const fault = jsonFault(text, (at, line) => lines.set(at, line));
  if (fault !== null) {
    const { line, column, words } = fault;
    throw new CommandError("invalid_file", `${path}, line ${line}, column ${column}: ${words}`);
  }
  const rules: unknown = JSON.parse(text);
  const { data, error } = policySchema.safeParse(rules);
  if (error === undefined) return data;
  const faults = faultsIn(policySchema, error, rules).map(
    // An API call's body is this whole file.
    ({ param = "", message }) =>
      `line ${lines.get(param) ?? 1}: ${message.replace(/^The body must be/, "the file must hold")}`,
  );
  throw new CommandError("invalid_file", `${path}, ${faults.join(" ")}`);
}

const shown = (scope: Scope, { row, version }: NamedPolicy) => ({
  ...policyView(scope, row),
  policy: version.policy,
});

export const POLICY_COMMANDS: Commands = {
  "policies list": onPolicies("Lists the named policies, newest first", {}, async ({ db }, scope) =>
    (await listPolicies(db, scope, { limit: 100, before: null })).map((row) => policyView(scope, row)),
  ),
  "policies create": onPolicies(
    "Creates a policy with its version 1",
    {
      name: { value: "NAME", text: "the tenant's own name for it", required: true, form: NAME },
      rules: RULES,
    },
    async ({ context }, scope, flags) => {
      const name = NAME(flags.required("name"));
      const policy = await rulesIn(flags.required("rules"));
      return shown(scope, await createPolicy({ ...context(), scope }, { name, policy }));
    },
  ),
  "policies change": onPolicies(
    "Adds a version, which becomes the last one",
    { id: ID, rules: RULES },
    async ({ context }, scope, flags) => {
      const policy = await rulesIn(flags.required("rules"));
      return shown(scope, await addVersion({ ...context(), scope }, { id: flags.required("id"), policy }));
    },
    { details: "Keys that are absent have their defaults, not the values of the version before." },
  ),
  "policies archive": onPolicies(
    "Ends the use of a policy for new verifications",
    { id: ID },
    async ({ db, context }, scope, flags) => {
      const id = flags.required("id");
      await archivePolicy({ ...context(), scope }, { id });
      return shown(scope, await existingVersion(db, scope, { id }));
    },
  ),
  "policies replay": onPolicies(
    "Shows how many past decisions a policy would have changed",
    {
      id: ID,
      version: { value: "N", text: "the version to replay; default: the last one", form: VERSION },
      rules: { value: "FILE", text: "a JSON file with a draft of the rules, in place of a version" },
      "made-with": {
        value: MADE_WITH.join("|"),
        text: "the decisions: under this policy (default), or all",
      },
      since: {
        value: "TIME",
        text: "only verifications created then or later; default: 30 days before --until",
        form: time,
      },
      until: { value: "TIME", text: "only those created before; default: now", form: time },
      limit: {
        value: "N",
        text: `decisions to look at, newest first; default: ${LIMIT.default}`,
        form: DECISIONS,
      },
    },
    ({ db }, scope, flags) => replayed(db, scope, flags),
    {
      details: "It judges the recorded measurements again, and changes nothing.",
      check: oneOfVersionAndRules,
    },
  ),
};

async function replayed(db: OperatorDatabase["db"], scope: Scope, flags: Flags): Promise<unknown> {
  const file = flags.text("rules");
  const number = flags.read("version", VERSION);
  const { row, version } = await existingVersion(db, scope, { id: flags.required("id"), version: number });
  const until = flags.read("until", time) ?? Date.now();
  const policyId = flags.oneOf("made-with", MADE_WITH) === "any_policy" ? null : row.id;
  const report = await replayDecisions({ db, clock: Date.now }, scope, {
    policy: file === undefined ? version.policy : await rulesIn(file),
    policyId,
    since: flags.read("since", time) ?? until - DEFAULT_DAYS * DAY_MS,
    until,
    limit: flags.read("limit", DECISIONS) ?? LIMIT.default,
    before: null,
    patienceMs: HOUR_MS,
  });
  return replayView(report);
}
