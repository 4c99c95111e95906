import { sha256 } from "../onnx/cache.ts";
import type { Task } from "./manifest.ts";

/** A kind of template, by the models that make it. */
interface TemplateKind {
  readonly name: string;
  /** The models whose vectors it consists of. */
  readonly models: readonly Task[];
  /** The models that align the face for those; a change of them changes templates too. */
  readonly alignment: readonly Task[];
  /** Raised whenever the alignment, the fusion or the mirror mean changes. */
  readonly revision: number;
}

/** In order of preference: a bundle makes the first kind whose models it has. */
export const TEMPLATE_KINDS: readonly TemplateKind[] = [
  { name: "single", models: ["face_template"], alignment: ["face_landmarks"], revision: 1 },
  {
    name: "fused",
    models: ["face_template_a", "face_template_b"],
    alignment: ["face_landmarks"],
    revision: 1,
  },
];

/** Templates are comparable only with templates of the same version; `tf32` rounds them otherwise. */
export function templateVersion(
  kind: TemplateKind,
  versions: ReadonlyMap<Task, string>,
  tf32: boolean,
): string {
  const made = [...kind.models, ...kind.alignment].map((task) => `${task}=${versions.get(task)}`);
  const hash = sha256(new TextEncoder().encode(made.join("\n"))).slice(0, 12);
  return `${kind.name}-${hash}.${kind.revision}${tf32 ? "-tf32" : ""}`;
}
