import { setTimeout as sleep } from "node:timers/promises";
import type { SupervisedProcess } from "../../../local/stack/supervised-process.ts";
import type { Stage } from "./tap-proxy.ts";

type Victim = "edge" | "database";
/** The state of a delivery when a process is killed; `any moment` is after a random time. */
type Point = Stage | "request received" | "request answered" | "any moment";

/** Each state, and the process that is killed in it. */
const STRIKES: readonly { readonly victim: Victim; readonly point: Point }[] = [
  { victim: "edge", point: "claim answered" },
  { victim: "edge", point: "request received" },
  { victim: "edge", point: "request answered" },
  { victim: "edge", point: "record arrives" },
  { victim: "edge", point: "record answered" },
  { victim: "edge", point: "any moment" },
  { victim: "database", point: "claim arrives" },
  { victim: "database", point: "claim committed" },
  { victim: "database", point: "record arrives" },
  { victim: "database", point: "record committed" },
  { victim: "database", point: "any moment" },
];

const POLL_MS = 50;

/** Kills each process repeatedly, by its table, as soon as its supervisor has restarted it. */
export class Striker {
  readonly #processes: Readonly<Record<Victim, SupervisedProcess>>;
  readonly #countLeases: () => Promise<number>;
  readonly #isReady: () => () => boolean;
  readonly #armed = new Map<Point, () => Promise<void>>();
  readonly kills = new Map<string, number>();
  /** Leased deliveries at the kills, in all: at most this many may arrive twice. */
  inFlight = 0;

  /** @param isReady begins to wait: what it returns says when enough was done for the next strike */
  constructor(
    processes: Readonly<Record<Victim, SupervisedProcess>>,
    countLeases: () => Promise<number>,
    isReady: () => () => boolean,
  ) {
    this.#processes = processes;
    this.#countLeases = countLeases;
    this.#isReady = isReady;
  }

  get count(): number {
    return [...this.kills.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Called when a delivery reaches this state; waits until the process to be killed here is dead. */
  async pass(point: Point): Promise<void> {
    const strike = this.#armed.get(point);
    this.#armed.delete(point);
    await strike?.();
  }

  /** Goes through the process's strikes in turn until each has happened often enough. */
  async hunt(victim: Victim, isEnough: () => boolean): Promise<void> {
    const strikes = STRIKES.filter((strike) => strike.victim === victim);
    for (let i = 0; !isEnough(); i = (i + 1) % strikes.length) {
      await this.#strike(victim, strikes[i]!.point, isEnough);
    }
  }

  async #strike(victim: Victim, point: Point, isEnough: () => boolean): Promise<void> {
    const back = new Promise<void>((resolve) => this.#processes[victim].once("back", resolve));
    let isMade = false;
    const strike = async () => {
      isMade = true;
      await this.#kill(victim, point);
    };
    const isReady = this.#isReady();
    while (!isReady() && !isEnough()) await sleep(POLL_MS);
    if (isEnough()) return;
    if (point === "any moment") await strike();
    else this.#armed.set(point, strike);
    while (!isMade && !isEnough()) await sleep(POLL_MS);
    this.#armed.delete(point);
    if (isMade) await back;
  }

  async #kill(victim: Victim, point: Point): Promise<void> {
    const process_ = this.#processes[victim];
    const lost = new Promise<void>((resolve) => process_.once("lost", () => resolve()));
    // Kills the whole group: workerd dies with the process that runs it.
    process.kill(-process_.pid, "SIGKILL");
    await lost;
    this.inFlight += await this.#countLeases();
    const name = `${victim}, ${point}`;
    this.kills.set(name, (this.kills.get(name) ?? 0) + 1);
  }
}
