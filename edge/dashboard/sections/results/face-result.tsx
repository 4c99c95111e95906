import type { ResultRow } from "../../../store/results/results.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Meter } from "../../ui/drawing.tsx";
import { CustomerRef, capital, reasonWords, score, words } from "../../ui/labels.tsx";
import { Facts, Panel } from "../../ui/parts.tsx";
import { type Body, bodyOf, comparedFaces } from "../../ui/summary.tsx";

/** The similarity of two faces, beside the threshold that was applied, and the quality of the captures. */
export function showFaces(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("face", row);
  if (body === null) return null;
  return (
    <>
      <Panel title="Comparison">
        <Meter label="Similarity" value={body.similarity} marks={{ threshold: body.threshold }} />
        <Facts
          of={[
            ["Compared", capital(comparedFaces(body))],
            ["Model", <code>{body.model_version}</code>],
            ...found(c, body),
            ...registration(body),
            ...(body.kind === "dedupe" ? [["Gallery size", body.gallery_size] as const] : []),
            ...(body.kind === "verification" && body.reason !== null
              ? [["Reason", reasonWords(body.reason)] as const]
              : []),
          ]}
        />
      </Panel>
      <div class="columns">
        {captures(body).map(([title, quality]) => (
          <Panel title={title}>
            <Quality of={quality} />
          </Panel>
        ))}
      </div>
    </>
  );
}

/** The registration that was compared with the selfie of a person who came back. */
function registration(body: Body<"face">) {
  if (body.kind !== "verification" || body.registration_id === undefined) return [];
  const { registration_id: id } = body;
  return [["Registration", id === null ? "deleted before the comparison" : <code>{id}</code>] as const];
}

/** The end user of the registration, or of the match that a search found. */
function found(c: DashboardContext, body: Body<"face">) {
  if (body.kind !== "registration_verify" && body.kind !== "dedupe") return [];
  const { customer_ref } = body;
  if (customer_ref === null) return [["Found", "no registered face"] as const];
  const href = `${to(c, "gallery")}?customer_ref=${encodeURIComponent(customer_ref)}`;
  return [
    [
      "Registration of",
      <a href={href}>
        <CustomerRef of={customer_ref} />
      </a>,
    ] as const,
  ];
}

type FaceQuality = Extract<Body<"face">, { kind: "dedupe" }>["quality"];

function captures(body: Body<"face">): [string, FaceQuality][] {
  if (body.kind === "verify") {
    return [
      ["Image A", body.image_a.quality],
      ["Image B", body.image_b.quality],
    ];
  }
  return body.kind === "verification" ? [] : [["Capture", body.quality]];
}

function Quality({ of: { score: overall, issues, components, pose } }: { of: FaceQuality }) {
  return (
    <Facts
      of={[
        ["Score", score(overall)],
        ["Issues", issues.length === 0 ? "none" : issues.map(words).join(", ")],
        ...Object.entries(components).map(([name, value]) => [words(name), score(value as number)] as const),
        ["Yaw, pitch, roll", `${pose.yaw.toFixed(1)}°, ${pose.pitch.toFixed(1)}°, ${pose.roll.toFixed(1)}°`],
      ]}
    />
  );
}
