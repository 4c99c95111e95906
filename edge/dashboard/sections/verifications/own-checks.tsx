import type { DetailResult } from "../../../../vocabulary/details.ts";
import type { CheckStatus } from "../../../../vocabulary/own-checks.ts";
import type { SeenUnder } from "../../../operations/own-checks/seen-under.ts";
import type { Verification } from "../../../verification/types.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { words } from "../../ui/labels.tsx";
import { Badge, Panel, Table, Time } from "../../ui/parts.tsx";

const TONES = { pending: "plain", passed: "good", review: "warn", failed: "bad" } as const satisfies Record<
  CheckStatus,
  string
>;

/** The tenant's own checks with their answers; nothing if the policy has none. */
export function ExternalChecks({ of: { policy, checks } }: { of: Verification }) {
  if (policy.external_checks === undefined) return null;
  return (
    <Panel title="External checks">
      {checks === null ? (
        <p class="soft">
          {policy.external_checks.map(({ name }) => words(name)).join(", ")}: not requested. Checks are
          requested once every step is settled.
        </p>
      ) : (
        <Table
          label="External checks"
          head={["Check", "Status", "Answered", "Deadline", "Reference", "Reason"]}
          rows={checks.map((check) => [
            words(check.name),
            <Badge tone={TONES[check.status]}>{words(check.status)}</Badge>,
            check.answeredAt === null ? "–" : <Time at={check.answeredAt} />,
            <Time at={check.deadline} />,
            check.reference ?? "–",
            check.reason ?? "–",
          ])}
        />
      )}
    </Panel>
  );
}

const SAID: Readonly<Record<DetailResult, string>> = {
  match: "the same",
  close: "nearly the same",
  mismatch: "different",
  not_read: "not read",
};

/** Other end users' verifications with the same document; nothing without any. */
export function SeenUnderOthers({ c, of }: { c: DashboardContext; of: readonly SeenUnder[] | null }) {
  if (of === null || of.length === 0) return null;
  return (
    <Panel title="Document seen under another reference">
      <Table
        label="Document seen under another reference"
        head={["Verification", "Name", "Date of birth"]}
        rows={of.map(({ verificationId, name, dateOfBirth }) => [
          <a class="mono" href={to(c, "verifications", verificationId)}>
            {verificationId}
          </a>,
          SAID[name],
          SAID[dateOfBirth],
        ])}
      />
    </Panel>
  );
}
