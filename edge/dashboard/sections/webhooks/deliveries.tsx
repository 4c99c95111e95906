import type { listDeliveries } from "../../../store/webhooks/delivery-log.ts";
import type { EndpointRow } from "../../../store/webhooks/endpoints.ts";
import type { AttemptError } from "../../../webhooks/delivery/outcome.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { Badge, Panel, Table, Time } from "../../ui/parts.tsx";

type Row = Awaited<ReturnType<typeof listDeliveries>>[number];

const TONES = { delivered: "good", pending: "warn", dead: "bad" } as const;

/** The newest deliveries; each expands to its attempts. */
export function Deliveries({ rows }: { rows: readonly Row[] }) {
  return (
    <Panel title="Deliveries">
      {rows.length === 0 && <p class="soft">Nothing has been sent to this endpoint yet.</p>}
      {rows.map((row) => (
        <details class="delivery">
          <summary>
            <Badge tone={TONES[row.state]}>{row.state}</Badge>
            <span>{row.type}</span>
            <Time at={row.createdAt} />
            <span class="soft">{row.log.length === 1 ? "1 attempt" : `${row.log.length} attempts`}</span>
          </summary>
          <p>
            <code>{row.eventId}</code>
            {row.nextAttemptAt !== null && (
              <>
                {" · next attempt "}
                <Time at={row.nextAttemptAt} />
              </>
            )}
          </p>
          <Attempts row={row} />
        </details>
      ))}
    </Panel>
  );
}

/** What each error of an attempt means, and how to find its cause. */
const ERRORS = {
  timeout: "No complete answer within 10 seconds. Answer first, and do slow work later.",
  connection_failed:
    "No connection, or it broke before an answer. The name may be missing in DNS, the port closed, or the certificate not trusted or incomplete. To find out which, run curl -sv with the URL, on a host outside your network.",
  address_refused: "The address is not public, so nothing was sent.",
  secret_unreadable: "The endpoint's secret cannot be decrypted, so nothing was sent. Inform your operator.",
} as const satisfies Record<AttemptError, string>;

function Attempts({ row: { eventId, log } }: { row: Row }) {
  if (log.length === 0) return <p class="soft">No attempt yet.</p>;
  const errors = new Set(log.flatMap(({ error }) => (error === null ? [] : [error as AttemptError])));
  return (
    <>
      <Table
        label={`Attempts of ${eventId}`}
        head={["#", "At", "Answer", "Latency", "Beginning of the answer"]}
        rows={log.map(({ n, at, status, error, latencyMs, responseExcerpt }) => [
          n,
          <Time at={at} />,
          status ?? error ?? "",
          `${latencyMs} ms`,
          <code>{responseExcerpt ?? ""}</code>,
        ])}
      />
      {[...errors].map((error) => (
        <p class="soft">
          <code>{error}</code>: {ERRORS[error]}
        </p>
      ))}
    </>
  );
}

/** The dead letters; each can be sent again, or all at once. */
export function DeadLetters({
  c,
  endpoint,
  rows,
}: {
  c: DashboardContext;
  endpoint: EndpointRow;
  rows: readonly Row[];
}) {
  if (rows.length === 0) return null;
  const canReplay = viewerMay(c, "webhook.send") && endpoint.state === "enabled";
  const action = to(c, "webhooks", endpoint.id, "replay");
  return (
    <Panel title="Dead letters">
      {!canReplay && endpoint.state === "disabled" && (
        <p class="soft">Re-enable the endpoint to replay them.</p>
      )}
      <Table
        label="Dead letters"
        head={["Event", "Type", "Reason", "Since", ""]}
        rows={rows.map(({ eventId, type, deadReason, deadAt }) => [
          <code>{eventId}</code>,
          type,
          deadReason,
          <Time at={deadAt} />,
          canReplay && deadReason !== "erased" ? (
            <Form c={c} action={action}>
              <input type="hidden" name="event_id" value={eventId} />
              <button type="submit" class="plain">
                Replay
              </button>
            </Form>
          ) : (
            ""
          ),
        ])}
      />
      {canReplay && rows.length > 1 && (
        <Form c={c} action={action}>
          <button type="submit">Replay all</button>
        </Form>
      )}
    </Panel>
  );
}
