import { z } from "zod";
import { ApiError } from "../../../core/errors.ts";
import { findEndpoint } from "../../../store/webhooks/endpoints.ts";
import { secretsInForce } from "../../../webhooks/delivery/admission.ts";
import { checkSignature, openSecret, type SignatureVerdict, TOLERANCE_S } from "../../../webhooks/signing.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { Field, Panel } from "../../ui/parts.tsx";

const schema = z.object({ signature: z.string().max(2000), body: z.string() });

/** The form's input, and the verdict on it. */
export interface SignatureCheckResult {
  readonly signature: string;
  readonly body: string;
  readonly verdict: SignatureVerdict;
}

/** Checks the form's signature and body against the endpoint's secrets in force. */
export async function checkByForm(c: DashboardContext, id: string): Promise<SignatureCheckResult> {
  const { db, vault, clock } = c.var.services;
  const { signature, body } = await readForm(c, schema);
  const row = await findEndpoint(db, c.var.scope, id);
  if (row === null) throw new ApiError("not_found", "There is no such endpoint.");
  const now = clock();
  const encrypted = secretsInForce(row, now);
  const secrets = await Promise.all(encrypted.map((each) => openSecret(vault, c.var.scope, id, each)));
  return { signature, body, verdict: await checkSignature(secrets, signature, body, now) };
}

/** The form, and the verdict on its last input. */
export function SignatureCheck({
  c,
  id,
  checked,
}: {
  c: DashboardContext;
  id: string;
  checked: SignatureCheckResult | undefined;
}) {
  return (
    <Panel title="Check a signature">
      {checked !== undefined && (
        <p class={`flash ${checked.verdict.ok ? "done" : "error"}`} role="status">
          {words(checked.verdict)}
        </p>
      )}
      <Form c={c} action={to(c, "webhooks", id, "check")}>
        <Field
          label="Service-Webhook-Signature"
          name="signature"
          required
          value={checked?.signature ?? ""}
          placeholder="t=…,v1=…"
          autocomplete="off"
        />
        <div class="field wide">
          <label for="body">Raw body, exactly as it was received</label>
          <textarea id="body" name="body" required spellcheck={false}>
            {checked?.body ?? ""}
          </textarea>
        </div>
        <button type="submit" class="plain">
          Check
        </button>
      </Form>
    </Panel>
  );
}

function words(verdict: SignatureVerdict): string {
  if (verdict.ok) {
    const age = `The timestamp is ${verdict.ageSeconds} s old`;
    return verdict.isFresh
      ? `The signature is right. ${age}.`
      : `The signature is right, but a receiver rejects it now: ${age}, and more than ${TOLERANCE_S} s are too many.`;
  }
  return verdict.reason === "header_malformed"
    ? "This is not the value of Service-Webhook-Signature: it looks like t=1700000000,v1=… with 64 hexadecimal digits."
    : "The signature does not match this body and this endpoint's secret. Was the body parsed and written again, or the secret rotated?";
}
