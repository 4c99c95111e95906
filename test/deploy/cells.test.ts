import { join } from "node:path";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { ROOT } from "../docs/files.ts";
import { textOf } from "./artefacts.ts";

const CELLS = [...textOf("wrangler.toml").matchAll(/^\[env\.(\w+)\]$/gm)].map(([, name]) => name!);
const read = (env?: string) =>
  unstable_readConfig({ config: join(ROOT, "wrangler.toml"), ...(env === undefined ? {} : { env }) });
const objects = ({ durable_objects: { bindings } }: ReturnType<typeof read>) =>
  (bindings as { name: string; class_name: string }[])
    .map(({ name, class_name: of }) => `${name} ${of}`)
    .sort();

it.each(CELLS)(
  "cell %s has all that the Worker binds, beside its database, and nothing of another's",
  (cell) => {
    const [usual, own] = [read(), read(cell)];
    expect(objects(own)).toEqual(objects(usual));
    expect(own.placement).toHaveProperty("region");
    expect(own.vars).toMatchObject({ ...usual.vars, DO_JURISDICTION: cell });
    expect([own.triggers, own.migrations]).toEqual([usual.triggers, usual.migrations]);
    const buckets = [undefined, ...CELLS].map((name) => read(name).r2_buckets[0]!.bucket_name);
    expect(new Set(buckets).size).toBe(buckets.length);
    expect(own.name).not.toBe(usual.name);
  },
);

it("each cell is built by npm run check", () => {
  const { scripts } = JSON.parse(textOf("package.json"));
  const [, checked] = /for cell in '' ([\w ]+);/.exec(scripts.check)!;
  expect(checked!.split(" ").sort()).toEqual([...CELLS].sort());
});
