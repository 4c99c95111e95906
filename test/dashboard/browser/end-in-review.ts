import { readFile } from "node:fs/promises";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import type { ApiClient } from "../../harness/stack/api-client.ts";

/** Makes a verification that has ended in review, with real calls from the device; its id. */
export async function endInReview(key: ApiClient): Promise<string> {
  const image = new Uint8Array(await readFile(SAMPLE_FACES[0]!.photo));
  const request = { customer_ref: "test_review", policy: { steps: ["document"], store_media: "evidence" } };
  const created = (await key.post("/v1/verifications", request)).body;
  const device = key.as(created.session_token.token);
  for (const path of ["/v1/ocr/scan", "/v1/fraud/detect"]) {
    const { status, body } = await device.upload(path, { image });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.error?.code}`);
  }
  return created.verification.id;
}
