import { createHook } from "node:async_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Visitor } from "../../dashboard/visitor.ts";
import { ADDRESS_HEADER, startWorkerRig } from "../../harness/stack/worker-rig.ts";

const SIGN_INS = 6;
/** Between two reads. */
const PAUSE_MS = 20;

let rig: Awaited<ReturnType<typeof startWorkerRig>>;
beforeAll(async () => {
  rig = await startWorkerRig();
});
afterAll(() => rig.close());

/** A sign-in to an unknown account, from a separate network, with a valid form token. */
async function stranger(n: number) {
  const from = { [ADDRESS_HEADER]: `10.0.${n}.1` };
  const visitor = new Visitor(rig);
  await visitor.get("/dashboard/sign-in", from);
  const form = { email: `unknown-${n}@example.test`, password: "wrong horse battery" };
  return () => visitor.post("/dashboard/sign-in", form, from);
}

it("the API goes on while the passwords of many are hashed one after the other, beside the Worker's thread", async () => {
  // Hashes of this process, which runs the Worker: workerd's are not seen here.
  let beside = 0;
  const hashes = createHook({ init: (_, type) => void (type === "SCRYPTREQUEST" && beside++) }).enable();
  const strangers = await Promise.all(Array.from({ length: SIGN_INS }, (_, n) => stranger(n)));
  let hashed = 0;
  let isDone = false;
  const all = Promise.all(
    strangers.map(async (signIn) => {
      const { status } = await signIn();
      hashed++;
      return status;
    }),
  ).finally(() => {
    isDone = true;
  });
  const seen = new Set<number>();
  const headers = { authorization: `Bearer ${rig.key}` };
  while (!isDone) {
    const read = await rig.fetch(new Request("http://localhost/v1/verifications", { headers }));
    expect(read.status).toBe(200);
    await read.text();
    seen.add(hashed);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  expect(await all).toEqual(Array(SIGN_INS).fill(401));
  hashes.disable();
  expect(beside).toBe(SIGN_INS);
  // Reads were answered while sign-ins still waited for their hash.
  expect(seen.size).toBeGreaterThan(2);
});
