import { describe, expect, it } from "vitest";
import { parse, type SyntaxNode } from "./source/syntax.ts";
import { SOURCES } from "./source/tree.ts";

const sources = SOURCES.filter(({ path }) => /^(edge|local)\//.test(path)).map((source) => ({
  ...source,
  body: parse(source.path, source.text).body as SyntaxNode[],
}));

/** Declarations that a module exports, each with its text. */
const exportsOf = ({ text, body }: (typeof sources)[number]) =>
  body.flatMap((statement) => {
    const declaration = statement.declaration as SyntaxNode | null | undefined;
    if (statement.type !== "ExportNamedDeclaration" || declaration == null) return [];
    const named = (declaration.declarations as SyntaxNode[] | undefined)?.[0] ?? declaration;
    const { name } = named.id as unknown as { name: string };
    return [{ name, text: text.slice(statement.start, statement.end) }];
  });

/** Names that a module imports from the repository's modules, types aside. */
const importsOf = ({ imports }: (typeof sources)[number]) =>
  imports.flatMap(({ target, values }) => values.map((name) => `${target} ${name}`));

const isStore = (path: string) => path.startsWith("edge/store/");
const isOperation = (path: string) => path.startsWith("edge/operations/");

/** The store's functions that write: they make statements, or run them. */
const WRITERS = new Set(
  sources
    .filter(({ path }) => isStore(path))
    .flatMap((source) =>
      exportsOf(source)
        .filter(({ text }) => /\.(insert|update|delete)\(|\bcommit(Audited)?\b|\bStatement\b/.test(text))
        .map(({ name }) => `${source.path} ${name}`),
    ),
);

/** Modules that write beside the operations, and the reason of each. */
const BOOKKEEPERS: Readonly<Record<string, string>> = {
  "edge/auth/credentials.ts":
    "records when a key was last used: no rule depends on it, and no caller waits for it",
  "edge/webhooks/delivery/dispatcher.ts": "claims deliveries and records their attempts, under leases",
  "edge/webhooks/outbox.ts": "makes the statements of an event, for the operation that commits its result",
};

/** Modules of the operations that commit without `commit.ts`, which depends on them. */
const BELOW_COMMIT: Readonly<Record<string, string>> = {
  "edge/operations/commit/commit.ts": "the helper itself",
  "edge/operations/commit/erase-media.ts": "ends the erasure of objects, which the helper begins",
  "edge/operations/keep-media.ts": "has rows of objects before their results exist",
};

describe("a change", () => {
  it("is written by an operation alone: no handler, page, sweep or command makes statements or commits them", () => {
    const others = sources.filter(({ path }) => !isStore(path) && !isOperation(path));
    const writing = others.filter((source) => importsOf(source).some((name) => WRITERS.has(name)));
    expect(writing.map(({ path }) => path).sort()).toEqual(Object.keys(BOOKKEEPERS).sort());
  });

  it("is committed by one helper, which writes the audit log and triggers the follow-up work", () => {
    const commits = ["edge/store/batch.ts commit", "edge/store/audit/audit.ts commitAudited"];
    const committing = sources.filter(
      (source) => isOperation(source.path) && importsOf(source).some((name) => commits.includes(name)),
    );
    expect(committing.map(({ path }) => path).sort()).toEqual(Object.keys(BELOW_COMMIT).sort());
  });

  it("is looked for in the store's own functions: a pattern that finds none would pass for ever", () => {
    expect([...WRITERS]).toEqual(
      expect.arrayContaining([
        "edge/store/batch.ts commit",
        "edge/store/audit/audit.ts commitAudited",
        "edge/store/tenancy/keys.ts insertKey",
        "edge/store/erasure/lapsed.ts forgetErased",
        "edge/store/webhooks/deliveries.ts insertDeliveryTo",
        "edge/store/webhooks/deliveries.ts replayDead",
      ]),
    );
  });
});
