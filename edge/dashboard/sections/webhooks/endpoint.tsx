import { EVENT_TYPES, type EventType } from "../../../../vocabulary/events.ts";
import { ApiError } from "../../../core/errors.ts";
import { eventOccasions } from "../../../schemas/events.ts";
import { listDeliveries } from "../../../store/webhooks/delivery-log.ts";
import { type EndpointRow, findEndpoint } from "../../../store/webhooks/endpoints.ts";
import { endpointView } from "../../../webhooks/views.ts";
import { Checks } from "../../form/checks.tsx";
import { Spelt } from "../../form/notes.tsx";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { Badge, Facts, Field, Panel, Secret, Select, Time } from "../../ui/parts.tsx";
import { DeadLetters, Deliveries } from "./deliveries.tsx";
import { SignatureCheck, type SignatureCheckResult } from "./signature-check.tsx";

const SHOWN = 50;

/** For how long the page is loaded again for the first attempt of a new delivery, and how often. */
const AWAITED_MS = 30_000;
const REFRESH_S = 2;

/** One endpoint: its state, its deliveries with every attempt, its dead letters, and the actions for it. */
export async function showEndpoint(
  c: DashboardContext,
  id: string,
  more: { secret?: string | null; check?: SignatureCheckResult } = {},
) {
  const { db, clock } = c.var.services;
  const row = await findEndpoint(db, c.var.scope, id);
  if (row === null) throw new ApiError("not_found", "There is no such endpoint.");
  const [latest, dead] = await Promise.all([
    listDeliveries(db, c.var.scope, id, { limit: SHOWN }),
    listDeliveries(db, c.var.scope, id, { limit: SHOWN, state: "dead" }),
  ]);
  const isFirstAwaited = latest.some(
    ({ log, createdAt }) => log.length === 0 && createdAt > clock() - AWAITED_MS,
  );
  // A secret is shown once, and a form that is returned holds what was entered.
  if (isFirstAwaited && !more.secret && !more.check && c.var.returned === undefined) {
    c.header("Refresh", String(REFRESH_S));
  }
  return showPage(
    c,
    { title: new URL(row.url).host, actions: <Actions c={c} row={row} /> },
    <>
      {more.secret && <Secret label="The new signing secret" value={more.secret} />}
      <Panel title="Endpoint">
        <EndpointFacts row={row} />
      </Panel>
      <DeadLetters c={c} endpoint={row} rows={dead} />
      <Deliveries rows={latest} host={new URL(row.url).host} now={clock()} />
      {viewerMay(c, "webhook.change") && <Changes c={c} row={row} />}
      <SignatureCheck c={c} id={id} checked={more.check} />
    </>,
  );
}

const REASONS = { delivery_failures: "too many failed deliveries", toggled_off: "turned off" } as const;

export function EndpointState({
  state,
  reason,
}: {
  state: EndpointRow["state"];
  reason: EndpointRow["disabledReason"];
}) {
  if (state === "enabled") return <Badge tone="good">enabled</Badge>;
  return <Badge tone="bad">{`disabled: ${reason === null ? "unknown" : REASONS[reason]}`}</Badge>;
}

function EndpointFacts({ row }: { row: EndpointRow }) {
  const { events } = endpointView(row);
  return (
    <Facts
      of={[
        ["URL", <code>{row.url}</code>],
        ["State", <EndpointState state={row.state} reason={row.disabledReason} />],
        ["Events", events.join(", ")],
        ["Created", <Time at={row.createdAt} />],
        ["Id", <code>{row.id}</code>],
      ]}
    />
  );
}

function Actions({ c, row: { id, state } }: { c: DashboardContext; row: EndpointRow }) {
  const isEnabled = state === "enabled";
  return (
    <>
      {viewerMay(c, "webhook.send") && isEnabled && (
        <Form c={c} action={to(c, "webhooks", id, "test")}>
          <button type="submit">Send test event</button>
        </Form>
      )}
      {viewerMay(c, "webhook.change") && (
        <Form c={c} action={to(c, "webhooks", id, isEnabled ? "disable" : "enable")}>
          <button type="submit" class={isEnabled ? "plain" : undefined}>
            {isEnabled ? "Disable" : "Re-enable"}
          </button>
        </Form>
      )}
    </>
  );
}

/** When an event is sent, in one sentence. */
const occasionOf = (type: EventType) => eventOccasions[type].split(/(?<=\.)\s/)[0]!;

/** The address of an endpoint, and the types of its events. */
export function EndpointFields({ url, events }: { url: string; events: readonly string[] }) {
  return (
    <>
      <Field
        label="URL"
        name="url"
        type="url"
        required
        placeholder="https://"
        value={url}
        hint="HTTPS only, at a public address."
      />
      <Checks
        label="Events"
        name="events"
        options={EVENT_TYPES}
        chosen={events}
        show={(type) => (
          <span>
            <code>{type}</code>{" "}
            <span class="soft">
              <Spelt text={occasionOf(type as EventType)} />
            </span>
          </span>
        )}
      />
    </>
  );
}

function Changes({ c, row }: { c: DashboardContext; row: EndpointRow }) {
  const { id } = row;
  return (
    <>
      <Panel title="Change">
        <Form c={c} action={to(c, "webhooks", id, "change")}>
          <EndpointFields url={row.url} events={row.eventTypes} />
          <button type="submit">Save changes</button>
        </Form>
      </Panel>
      <div class="columns">
        <Panel title="Rotate the secret">
          <Form c={c} action={to(c, "webhooks", id, "rotate")}>
            <Select
              label="The old secret"
              name="overlap_hours"
              options={[
                ["24", "signs beside the new one for a day"],
                ["1", "signs beside the new one for an hour"],
              ]}
            />
            <button type="submit">Rotate secret</button>
          </Form>
          <details>
            <summary>Stop the old secret now…</summary>
            <p>From then on, a receiver that still has the old secret rejects every event.</p>
            <Form c={c} action={to(c, "webhooks", id, "rotate")}>
              <input type="hidden" name="overlap_hours" value="0" />
              <button type="submit" class="danger">
                Rotate, and stop the old secret
              </button>
            </Form>
          </details>
        </Panel>
        <Panel title="Delete">
          <p>Nothing is sent to this endpoint any more. Pending deliveries become dead letters.</p>
          <details>
            <summary>Delete this endpoint…</summary>
            <Form c={c} action={to(c, "webhooks", id, "delete")}>
              <button type="submit" class="danger">
                Delete for good
              </button>
            </Form>
          </details>
        </Panel>
      </div>
    </>
  );
}
