import { expect, it } from "vitest";
import { createClient, createCodeClient, createLinkClient } from "#sdk/client/src/index.ts";
import { newDevice } from "../../edge/api/sessions/device.ts";
import { secretOf } from "../../harness/edge/test-edge.ts";
import { useCheckEdge } from "../../harness/edge/use.ts";
import { edgeFetch } from "../edge-fetch.ts";

const edge = await useCheckEdge();

it("a computer and a phone hand a verification over by the SDK alone", async () => {
  const settings = { baseUrl: "http://127.0.0.1:8787", allowHttp: true, fetch: edgeFetch(edge) };
  const { body } = await edge.call("POST", "/v1/verifications", edge.key, { customer_ref: "customer-1" });
  const link = secretOf(body.url);
  const [computer, phone] = [await newDevice(edge), await newDevice(edge)];
  const { session_token } = await createLinkClient({ ...settings, link }).open(await computer.prove(link));
  const desk = createClient({ ...settings, token: session_token });
  const shown = await desk.beginHandoff();
  const code = secretOf(shown.url!);
  const scanned = createCodeClient({ ...settings, code });
  expect((await scanned.page()).tenant.name).toBe("Tenant");
  expect((await scanned.claim(await phone.prove(code))).state).toBe("claimed");
  const { number } = await desk.handoff(shown.id);
  const held = await scanned.confirm({ ...(await phone.prove(code)), number: number! });
  expect((await desk.handoff(shown.id)).state).toBe("moved");
  const id = held.verification_id;
  expect((await createClient({ ...settings, token: held.session_token }).next(id)).outcome).toBe("open");
  expect((await scanned.open(await phone.prove(code))).verification_id).toBe(id);
  await expect(desk.challenge()).rejects.toMatchObject({ code: "token_scope_insufficient" });
  await desk.endHandoff(shown.id);
  await expect(scanned.open(await phone.prove(code))).rejects.toMatchObject({ code: "handoff_expired" });
  const again = await desk.beginHandoff();
  const other = secretOf(again.url!);
  const unwanted = createCodeClient({ ...settings, code: other });
  await unwanted.claim(await phone.prove(other));
  expect((await unwanted.decline(await phone.prove(other))).state).toBe("declined");
});
