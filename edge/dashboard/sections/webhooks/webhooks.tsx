import { z } from "zod";
import { EVENT_TYPES, type EventType } from "../../../../vocabulary/events.ts";
import { replayDeadLetters } from "../../../operations/deliveries.ts";
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  MAX_OVERLAP_HOURS,
  rotateSecret,
  sendTestEvent,
} from "../../../operations/endpoints.ts";
import { endpointUrl } from "../../../schemas/webhook-endpoints.ts";
import { listEndpoints } from "../../../store/webhooks/endpoints.ts";
import { endpointFault } from "../../../webhooks/address-policy.ts";
import { endpointView } from "../../../webhooks/views.ts";
import { wholeNumber } from "../../form/fields.ts";
import { carried, carryTo } from "../../shell/carried.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Badge, Empty, Panel, Reference, Secret, Table, Time } from "../../ui/parts.tsx";
import { EndpointFields, EndpointState, showEndpoint } from "./endpoint.tsx";
import { checkByForm } from "./signature-check.tsx";

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => [value].flat())
  .pipe(z.array(z.string()).min(1));

/** Every fault of the form at once, those of the address in this mode, too. */
const newEndpointIn = (c: DashboardContext) =>
  z.object({
    url: endpointUrl.superRefine((url, context) => {
      const { services, mode } = c.var;
      const message = endpointFault(url, services.webhooks.allowLocal, mode);
      if (message !== null) context.addIssue({ code: "custom", message });
    }),
    events: oneOrMore,
  });
/** The events that every receiver needs, ticked in the form of a new endpoint. */
const DECISIONS: readonly EventType[] = ["verification.completed", "verification.reviewed"];

const rotation = z.object({ overlap_hours: wholeNumber({ min: 0, max: MAX_OVERLAP_HOURS }) });
const replayed = z.object({ event_id: z.string().optional() });

/** The webhook endpoints of one mode, their deliveries and their dead letters. */
export const webhooks = createPages()
  .get("/", async (c) => showEndpoints(c, await carried(c)))
  .post("/", allow("webhook.change"), async (c) => {
    const { secret } = await createEndpoint(inMode(c), await readForm(c, newEndpointIn(c)));
    return carryTo(c, to(c, "webhooks"), secret);
  })
  .get("/:id", async (c) => showEndpoint(c, c.req.param("id"), { secret: await carried(c) }))
  .post("/:id/change", allow("webhook.change"), async (c) => {
    await changeEndpoint(inMode(c), { id: c.req.param("id"), ...(await readForm(c, newEndpointIn(c))) });
    return back(c, "The endpoint is changed.");
  })
  .post("/:id/enable", allow("webhook.change"), async (c) => {
    await enableEndpoint(inMode(c), { id: c.req.param("id") });
    return back(c, "The endpoint is enabled. Future events are sent to it.");
  })
  .post("/:id/disable", allow("webhook.change"), async (c) => {
    await disableEndpoint(inMode(c), { id: c.req.param("id") });
    return back(c, "The endpoint is disabled. Pending deliveries are now dead letters.");
  })
  .post("/:id/rotate", allow("webhook.change"), async (c) => {
    const { overlap_hours: overlapHours } = await readForm(c, rotation);
    const id = c.req.param("id");
    const { secret } = await rotateSecret(inMode(c), { id, overlapHours });
    return carryTo(c, to(c, "webhooks", id), secret);
  })
  .post("/:id/delete", allow("webhook.change"), async (c) => {
    await deleteEndpoint(inMode(c), { id: c.req.param("id") });
    return redirect(c, to(c, "webhooks"), done("The endpoint is deleted."));
  })
  .post("/:id/test", allow("webhook.send"), async (c) => {
    await sendTestEvent(inMode(c), { id: c.req.param("id") });
    return back(c, "A test event was sent. Reload to see the result.");
  })
  .post("/:id/replay", allow("webhook.send"), async (c) => {
    const { event_id } = await readForm(c, replayed);
    const { event_ids } = await replayDeadLetters(inMode(c), { id: c.req.param("id"), eventId: event_id });
    const count = event_ids.length;
    return back(
      c,
      `${count === 1 ? "One dead letter is sent again." : `${count} dead letters are sent again.`} Reload to see the result.`,
    );
  })
  .post("/:id/check", allow("webhook.check"), async (c) => {
    const id = c.req.param("id");
    return showEndpoint(c, id, { check: await checkByForm(c, id) });
  });

const back = (c: DashboardContext, text: string) =>
  redirect(c, to(c, "webhooks", c.req.param("id") ?? ""), done(text));

async function showEndpoints(c: DashboardContext, secret: string | null) {
  const rows = (await listEndpoints(c.var.services.db, c.var.scope)).map((row) => ({
    ...endpointView(row),
    createdAt: row.createdAt,
  }));
  return showPage(
    c,
    { title: "Webhooks", actions: <Reference at="#group-webhooks" /> },
    <>
      {secret !== null && <Secret label="Signing secret of the new endpoint" value={secret} />}
      {rows.length === 0 ? (
        <Empty title="No endpoints yet">
          An endpoint receives this mode's events as signed POST requests over HTTPS.
        </Empty>
      ) : (
        <Table
          label="Webhook endpoints"
          head={["URL", "State", "Events", "Created"]}
          rows={rows.map((row) => [
            <>
              <a href={to(c, "webhooks", row.id)}>{row.url}</a>
              {rows.filter(({ url }) => url === row.url).length > 1 && (
                <span class="under">
                  <Badge tone="warn">same URL twice</Badge> It receives each event more than once.
                </span>
              )}
            </>,
            <EndpointState state={row.state} reason={row.disabled_reason} />,
            `${row.events.length} of ${EVENT_TYPES.length}`,
            <Time at={row.createdAt} />,
          ])}
        />
      )}
      {viewerMay(c, "webhook.change") && <NewEndpoint c={c} />}
    </>,
  );
}

function NewEndpoint({ c }: { c: DashboardContext }) {
  return (
    <Panel title={`Add a ${c.var.mode} endpoint`}>
      <Form c={c} action={to(c, "webhooks")}>
        <EndpointFields url="" events={DECISIONS} />
        <button type="submit">Add endpoint</button>
      </Form>
    </Panel>
  );
}
