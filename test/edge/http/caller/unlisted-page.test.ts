import { afterAll, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { changeCapture } from "#edge/operations/tenants/change-capture.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { newDevice } from "../../api/sessions/device.ts";
import { handoffsOf } from "../../api/sessions/handoffs.ts";

const LISTED = "https://shop.example";
const EVIL = "https://evil.example";

const edge = await openCheckEdge();
const ctx = systemContext(edge.services, edge.services.clock());
await changeCapture({ ...ctx, tenantId: edge.tenant.id }, { allowedOrigins: [LISTED] });
afterAll(() => edge.close());

it("a page of an origin that is not listed reads nothing of how its token's verification stands (L1)", async () => {
  const { atComputer, moved } = handoffsOf(edge);
  const gone = await atComputer();
  await (await newDevice(edge)).open(gone.link, { take_over: true });
  const refusals = {
    consent_required: await atComputer(),
    token_revoked: gone,
    token_scope_insufficient: await moved(),
  };
  for (const [code, { token }] of Object.entries(refusals)) {
    const scan = async (origin: string) => {
      const form = new FormData();
      form.set("image", new Blob([image()]));
      const { body, headers } = await edge.call("POST", "/v1/ocr/scan", token, form, { origin });
      return [body.error.code, headers.get("access-control-allow-origin")];
    };
    expect(await scan(LISTED)).toEqual([code, LISTED]);
    expect(await scan(EVIL)).toEqual(["origin_not_allowed", EVIL]);
  }
});
