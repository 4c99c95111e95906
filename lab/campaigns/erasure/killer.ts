import type { SupervisedProcess } from "../../../local/supervisor/supervised-process.ts";
import type { Stage } from "../chaos/tap-proxy.ts";

/** Texts that identify the SQL of a call that keeps images, and of an erasure. */
export const STATEMENTS = {
  "rows of images": 'insert into \\"media_objects\\"',
  "result of a call": 'insert into \\"ocr_results\\"',
  "rows of an erasure": 'delete from \\"review_notes\\"',
  "end of images": 'set \\"customer_ref\\" = ?, \\"state\\" = ?',
  "emptied log": "wal_checkpoint",
} as const;

type Point = Stage<keyof typeof STATEMENTS>;

/** Between row, object and batch of a call. */
export const IN_A_CALL: readonly Point[] = [
  "rows of images committed",
  "result of a call arrives",
  "result of a call committed",
];

/** Between batch, objects, log and receipt of an erasure. */
export const IN_AN_ERASURE: readonly Point[] = [
  "rows of an erasure arrives",
  "rows of an erasure committed",
  "end of images arrives",
  "end of images committed",
  "emptied log committed",
];

/** Kills the edge with SIGKILL at a named point; its supervisor starts it again. */
export class Killer {
  readonly #edge: SupervisedProcess;
  #armed: { readonly point: Point; readonly back: () => void } | undefined;
  /** Kills by their points. */
  readonly kills = new Map<Point, number>();

  constructor(edge: SupervisedProcess) {
    this.#edge = edge;
  }

  /** Called when a statement reaches this point; waits until the edge is dead if it is to die here. */
  async pass(point: Point): Promise<void> {
    const armed = this.#armed;
    if (armed?.point !== point) return;
    this.#armed = undefined;
    this.kills.set(point, (this.kills.get(point) ?? 0) + 1);
    const lost = new Promise<void>((resolve) => this.#edge.once("lost", () => resolve()));
    this.#edge.once("back", armed.back);
    // The whole group: workerd dies with the process that runs it.
    process.kill(-this.#edge.pid, "SIGKILL");
    await lost;
  }

  /**
   * Kills the edge at the point of this work, and returns when it is back. Throws if the work ended without
   * reaching the point.
   */
  async during(point: Point, work: () => Promise<unknown>): Promise<void> {
    const before = this.kills.get(point) ?? 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#armed = { point, back: resolve };
    await work().catch(() => undefined);
    this.#armed = undefined;
    if (this.kills.get(point) === before + 1) return promise;
    throw new Error(`the work did not come to the point: ${point}`);
  }
}
