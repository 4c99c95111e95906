import { z } from "zod";
import type { DashboardContext } from "../shell/context.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showCard } from "../shell/layout.tsx";
import { pagePolicy } from "../ui/assets.ts";
import { Field } from "../ui/parts.tsx";

const schema = z.object({ secret: z.string().max(200), password: z.string().optional() });

/**
 * Shows the page of a mailed link, whose secret is in the fragment: no request for a page contains it, so it
 * is in no log or Referer, and merely opening the link uses nothing up. The script sends the secret as a
 * field of the form; without script the person copies it.
 */
export function showLink(c: DashboardContext) {
  c.header("Content-Security-Policy", pagePolicy("script-src 'self'"));
  return showCard(
    c,
    { title: "Open your link", script: "/dashboard/link.js" },
    <Form c={c} action={c.req.path}>
      <Field
        label="Code"
        name="secret"
        autocomplete="off"
        spellcheck="false"
        required
        hint="The part of your link's address after the #."
      />
      <button type="submit">Go on</button>
    </Form>,
  );
}

/** The secret of the link, and whether its form was sent: that one has a password. */
export async function readLink(c: DashboardContext) {
  const { secret, password } = await readForm(c, schema);
  return { secret, isFilledIn: password !== undefined };
}

/** Hands the secret from one form to the next. */
export const LinkSecret = ({ secret }: { secret: string }) => (
  <input type="hidden" name="secret" value={secret} />
);
