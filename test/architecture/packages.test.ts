import { expect, it } from "vitest";
import { covers } from "./rules/layers.ts";
import { PACKAGES } from "./rules/packages.ts";
import { IMPORTS, say } from "./source/tree.ts";

const OUTSIDE = ["test/", "tools/", "lab/"];
const product = IMPORTS.filter(({ file }) => !OUTSIDE.some((folder) => file.startsWith(folder)));

it("keeps each heavy package behind the layers that own it", () => {
  const wrong = product.filter(({ file, target }) => {
    const owned = Object.keys(PACKAGES).find((name) => target === name || target.startsWith(`${name}/`));
    return owned !== undefined && !PACKAGES[owned]!.some((path) => covers(path, file));
  });
  expect(wrong.map(say)).toEqual([]);
});

it("keeps Node's own modules out of the Worker, but for two that workerd has as its own", () => {
  // WebCrypto reads no certificates. DecompressionStream is asynchronous, and rules are not.
  const allowed: Readonly<Record<string, string>> = {
    "edge/credentials/certificate.ts": "node:crypto",
    "edge/verdicts/barcode/seals/idb.ts": "node:zlib",
  };
  const wrong = product
    .filter(({ file, target }) => file.startsWith("edge/") && target.startsWith("node:"))
    .filter(({ file, target }) => allowed[file] !== target);
  expect(wrong.map(say)).toEqual([]);
});

it("lets what tenants install import no package and nothing of one runtime", () => {
  const wrong = product.filter(
    ({ file, specifier }) => file.startsWith("sdk/") && !specifier.startsWith("."),
  );
  expect(product.some(({ file }) => file.startsWith("sdk/"))).toBe(true);
  expect(wrong.map(say)).toEqual([]);
});

it("lets the edge and the inference service share the generated contract and nothing else", () => {
  const SERVICES = ["edge/", "inference/"];
  const wrong = product.filter(({ file, target }) =>
    SERVICES.some(
      (own) => file.startsWith(own) && SERVICES.some((other) => other !== own && target.startsWith(other)),
    ),
  );
  expect(wrong.map(say)).toEqual([]);
});
