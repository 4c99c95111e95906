import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { free } from "../../../local/supervisor/ports.ts";

/** Seconds in which a host that leaves takes calls: HAProxy asks each second, then each half. */
const LAME_DUCK = "2.5";

/**
 * A host of inference: the real service in a process of its own, over engines that are scripted, on ports
 * that it has again after each start.
 */
export class Host {
  readonly ports: { readonly grpcWeb: number; readonly metrics: number };
  readonly #settings: Readonly<Record<string, string>>;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, settings: Readonly<Record<string, string>>, ports: Host["ports"]) {
    this.#folder = folder;
    this.ports = ports;
    this.#settings = {
      ...{
        ENGINES: "1",
        LAME_DUCK,
        GRPC_WEB_PORT: String(ports.grpcWeb),
        METRICS_PORT: String(ports.metrics),
      },
      ...settings,
    };
  }

  static async start(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<Host> {
    const host = new Host(folder, settings, { grpcWeb: await free(), metrics: await free() });
    await host.start();
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports.grpcWeb}`;
  }

  async start(): Promise<void> {
    const script = join(import.meta.dirname, "../overload/scripted-service.ts");
    const env = { ...process.env, TMPDIR: this.#folder };
    const child = fork(script, [JSON.stringify(this.#settings)], { env });
    this.#child = child;
    const ended = once(child, "exit").then(() => {
      throw new Error("a host ended before it was ready");
    });
    await Promise.race([once(child, "message"), ended]);
    ended.catch(() => {});
  }

  /** In order: as long as a balancer needs, calls are taken. */
  async stop(): Promise<void> {
    await this.#end((child) => child.disconnect());
  }

  /** At once. */
  async kill(): Promise<void> {
    await this.#end((child) => child.kill("SIGKILL"));
  }

  async #end(how: (child: ChildProcess) => void): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    how(child);
    await ended;
  }

  /** References in its memory, as its metrics say. */
  async faces(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.ports.metrics}/metrics`)).text();
    return Number(/^selfsame_inference_gallery_faces (\d+)/m.exec(text)![1]);
  }
}
