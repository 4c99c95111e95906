import type { listDeliveries } from "../../../store/webhooks/delivery-log.ts";
import type { EndpointRow } from "../../../store/webhooks/endpoints.ts";
import type { AttemptError } from "../../../webhooks/delivery/outcome.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { wait } from "../../ui/labels.tsx";
import { Badge, Panel, Table, Time } from "../../ui/parts.tsx";

type Row = Awaited<ReturnType<typeof listDeliveries>>[number];

interface DeliveriesProps {
  readonly rows: readonly Row[];
  /** The endpoint's. */
  readonly host: string;
  readonly now: number;
}

/** The newest deliveries; each expands to its attempts. */
export function Deliveries({ rows, host, now }: DeliveriesProps) {
  return (
    <Panel title="Deliveries">
      {rows.length === 0 && <p class="soft">Nothing has been sent to this endpoint yet.</p>}
      {rows.map((row) => (
        <details class="delivery">
          <summary>
            <DeliveryState of={row} />
            <span>{row.type}</span>
            <Time at={row.createdAt} to="second" />
            <span class="soft">
              {row.log.length === 1 ? "1 attempt" : `${row.log.length} attempts`}
              {row.log.length > 0 && row.nextAttemptAt !== null && `, ${nextText(row.nextAttemptAt - now)}`}
            </span>
          </summary>
          <p>
            <code>{row.eventId}</code>
            {row.nextAttemptAt !== null && (
              <>
                {" · next attempt "}
                <Time at={row.nextAttemptAt} to="second" />
              </>
            )}
          </p>
          <Attempts row={row} host={host} />
        </details>
      ))}
      {rows.length > 0 && (
        <p class="hint">
          Bodies are not shown here, because an event may have personal data. <code>GET /v1/events/:id</code>{" "}
          returns them.
        </p>
      )}
    </Panel>
  );
}

/** What each error of an attempt means, and how to find its cause. */
const ERRORS = {
  timeout: "No complete response within 10 seconds. Respond first, and do slow work later.",
  connection_failed:
    "No connection, or it broke before a response. The name may be missing in DNS, the port closed, or the certificate not trusted or incomplete. To find out which, run curl -sv with the URL, on a host outside your network.",
  address_refused: "The address is not public, so nothing was sent.",
  secret_unreadable: "The endpoint's secret cannot be decrypted, so nothing was sent. Inform your operator.",
} as const satisfies Record<AttemptError, string>;

/** A delivery that has failed and waits for its next attempt is neither new nor lost. */
function DeliveryState({ of: { state, log } }: { of: Row }) {
  if (state === "delivered") return <Badge tone="good">delivered</Badge>;
  if (state === "dead") return <Badge tone="bad">dead letter</Badge>;
  return (
    <Badge tone={log.length === 0 ? "plain" : "warn"}>{log.length === 0 ? "pending" : "retrying"}</Badge>
  );
}

const nextText = (ms: number) => (ms <= 0 ? "next attempt now" : `next attempt in ${wait(ms)}`);

/** An attempt's error in a table. */
const TITLES: Readonly<Record<AttemptError, (host: string) => string>> = {
  timeout: (host) => `No complete response from ${host}`,
  connection_failed: (host) => `No connection to ${host}`,
  address_refused: () => "Address is not public",
  secret_unreadable: () => "Secret cannot be decrypted",
};

const ErrorTitle = ({ of, host }: { of: AttemptError; host: string }) => (
  <>
    <span class="text narrow">{TITLES[of](host)}</span>
    <code class="under soft">{of}</code>
  </>
);

function Attempts({ row: { eventId, log }, host }: { row: Row; host: string }) {
  if (log.length === 0) return <p class="soft">No attempt yet.</p>;
  const errors = new Set(log.flatMap(({ error }) => (error === null ? [] : [error as AttemptError])));
  return (
    <>
      <Table
        label={`Attempts of ${eventId}`}
        head={["#", "At", "Response", "Latency", "Start of the response body"]}
        rows={log.map(({ n, at, status, error, latencyMs, responseExcerpt }) => [
          n,
          <Time at={at} to="second" />,
          error === null ? (status ?? "") : <ErrorTitle of={error as AttemptError} host={host} />,
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
          <Time at={deadAt} to="second" />,
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
