import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { Image, Meter } from "../../ui/drawing.tsx";
import { score, words } from "../../ui/labels.tsx";
import { viewMedia } from "../../ui/media.ts";
import { Facts, Panel, Table } from "../../ui/parts.tsx";
import { bodyOf, measuredScore } from "../../ui/summary.tsx";

/** The best frame, the result of the check, and the measurements of each frame. */
export async function showLiveness(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("liveness", row);
  if (body === null) return null;
  const { shots } = await viewMedia(c, row.id, [row.id]);
  return (
    <>
      {shots.map((shot) => (
        <Panel title="Best selfie frame">
          <Image shot={shot} title="Best selfie frame" />
        </Panel>
      ))}
      <Panel title="Result of the check">
        {measuredScore(body) === null ? (
          <p>No presentation attack detection score: no model is installed, or no frame could be measured.</p>
        ) : (
          <Meter label="Score" value={body.score} marks={{ threshold: body.threshold }} />
        )}
        <Facts
          of={[
            ["Mode", words(body.liveness_mode)],
            ["Retryable", body.retryable ? "yes" : "no"],
            ["Next action", body.next_action === null ? "none" : words(body.next_action.type)],
            ["Model", <code>{body.model_version}</code>],
            ["Request", <code>{body.request_id}</code>],
          ]}
        />
      </Panel>
      <h2>Frames</h2>
      <Table
        label="Frames"
        head={["Frame", "Score", "Quality", "Yaw", "Pitch", "Faces", "Issues"]}
        rows={body.frames.map(({ index, score: value, quality, issues }) => [
          index + 1,
          score(value),
          score(quality?.score),
          degrees(quality?.pose.yaw),
          degrees(quality?.pose.pitch),
          quality?.face.count ?? 0,
          issues.length === 0 ? "none" : issues.map(words).join(", "),
        ])}
      />
    </>
  );
}

const degrees = (angle: number | undefined) => (angle === undefined ? "–" : `${angle.toFixed(1)}°`);
