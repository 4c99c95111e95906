import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { SupervisedProcess } from "../../../local/supervisor/supervised-process.ts";
import type { Stage } from "./tap-proxy.ts";

type Process = "edge" | "database";
type Victim = Process | "everything";
/** The state of a delivery when a process is killed; `any moment` is after a random time. */
type Point = Stage<"claim" | "record"> | "request received" | "request answered" | "any moment";

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
  { victim: "everything", point: "any moment" },
  { victim: "everything", point: "claim committed" },
  { victim: "everything", point: "request received" },
  { victim: "everything", point: "record committed" },
];

const PROCESSES: Readonly<Record<Victim, readonly Process[]>> = {
  edge: ["edge"],
  database: ["database"],
  everything: ["edge", "database"],
};

const POLL_MS = 50;

/** Kills its victims repeatedly, by their table, as soon as their supervisor has restarted them. */
export class Striker {
  readonly #processes: Readonly<Record<Process, SupervisedProcess>>;
  readonly #countLeases: () => Promise<number>;
  readonly #isReady: () => () => boolean;
  readonly #armed = new Map<Point, () => Promise<void>>();
  readonly kills = new Map<string, number>();
  /** Leased deliveries at the kills, in all: at most this many may arrive twice. */
  inFlight = 0;

  /** @param isReady starts to wait; its result says whether enough was done for the next strike */
  constructor(
    processes: Readonly<Record<Process, SupervisedProcess>>,
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

  /** Goes through the victim's strikes in turn until each has happened often enough. */
  async hunt(victim: Victim, isEnough: () => boolean): Promise<void> {
    const strikes = STRIKES.filter((strike) => strike.victim === victim);
    for (let i = 0; !isEnough(); i = (i + 1) % strikes.length) {
      await this.#strike(victim, strikes[i]!.point, isEnough);
    }
  }

  async #strike(victim: Victim, point: Point, isEnough: () => boolean): Promise<void> {
    const back = Promise.all(this.#of(victim).map((each) => once(each, "back")));
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
    const victims = this.#of(victim);
    const lost = Promise.all(victims.map((each) => once(each, "lost")));
    // Kills the whole group: workerd dies with the process that runs it.
    for (const each of victims) process.kill(-each.pid, "SIGKILL");
    await lost;
    this.inFlight += await this.#countLeases();
    const name = `${victim}, ${point}`;
    this.kills.set(name, (this.kills.get(name) ?? 0) + 1);
  }

  #of(victim: Victim): SupervisedProcess[] {
    return PROCESSES[victim].map((name) => this.#processes[name]);
  }
}
