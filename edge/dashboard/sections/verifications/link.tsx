import { raw } from "hono/html";
import { renderSVG } from "uqr";
import { linkUrl } from "../../../auth/capture-link.ts";
import { showLink } from "../../../operations/verifications/links.ts";
import { isReachable } from "../../../verification/bound-device.ts";
import type { Verification } from "../../../verification/types.ts";
import { carried, carryTo } from "../../shell/carried.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Panel, Secret, Time } from "../../ui/parts.tsx";

/** The button for a new link, to be confirmed, of a verification that is open or may be contested. */
export function NewLink({ c, of }: { c: DashboardContext; of: Verification }) {
  if (!viewerMay(c, "verification.link") || !isReachable(of, c.var.services.clock())) return null;
  return (
    <details class="asks">
      <summary class="button plain">New link…</summary>
      <div class="sheet">
        <p>The person's earlier link and the session that it opened end at once.</p>
        <Form c={c} action={to(c, "verifications", of.id, "link")}>
          <button type="submit">Create a new link</button>
        </Form>
      </div>
    </details>
  );
}

/** Makes a new link and shows it this once, as text and as a QR code for a phone's camera. */
export const linkAction = createPages()
  .post("/:id/link", allow("verification.link"), async (c) => {
    const id = c.req.param("id");
    const { secret, expiresAt } = await showLink(inMode(c), { id });
    return carryTo(c, to(c, "verifications", id, "link"), `${expiresAt} ${secret}`);
  })
  .get("/:id/link", allow("verification.link"), async (c) => {
    const id = c.req.param("id");
    const [expiresAt, secret] = (await carried(c))?.split(" ") ?? [];
    if (secret === undefined) return c.redirect(to(c, "verifications", id), 303);
    return showNewLink(c, { id, secret, expiresAt: Number(expiresAt) });
  });

function showNewLink(
  c: DashboardContext,
  { id, secret, expiresAt }: { readonly id: string; readonly secret: string; readonly expiresAt: number },
) {
  const url = linkUrl(c.var.services.env.PUBLIC_URL, secret);
  return showPage(
    c,
    { title: "New link" },
    <>
      <Secret label="Send this link only to the person to verify" value={url} />
      <Panel title="QR code">
        <div class="qr">{raw(renderSVG(url, { border: 2 }))}</div>
        <p>
          The link expires on <Time at={expiresAt} />. Earlier links and the sessions that they opened no
          longer work. <a href={to(c, "verifications", id)}>Back to the verification</a>
        </p>
      </Panel>
    </>,
  );
}
