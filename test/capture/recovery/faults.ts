import type { CameraCode } from "#sdk/client/browser/camera/fault.ts";
import { device } from "./device.ts";
import type { Call, Line } from "./line.ts";

interface World {
  readonly line: Line;
  readonly reload: () => Promise<void>;
  /** Completes the flow in another tab of the same browser. */
  readonly secondTab: () => Promise<void>;
  readonly expireTokens: () => void;
  readonly revokeToken: () => Promise<void>;
  readonly cancel: () => Promise<void>;
  /** Starts to withdraw consent if the page allows it; the next press confirms. */
  readonly withdraw: () => void;
  /** Presses the first button of the screen. */
  readonly confirm: () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

type Fault = (world: World) => void | Promise<void>;

/** More than the SDK tries by itself, or fewer. */
const times = ({ random }: World) => 1 + Math.floor(random() * 5);
const SENDING: readonly Call[] = ["consent", "document", "challenge", "liveness"];
const anyCall = ({ random }: World) => SENDING[Math.floor(random() * SENDING.length)]!;

const cut =
  (call: Call): Fault =>
  (world) =>
    world.line.arm(call, "cut", times(world));
const lost =
  (call: Call): Fault =>
  (world) =>
    world.line.arm(call, "lost", times(world));
const refused =
  (status: number, code: string): Fault =>
  (world) =>
    world.line.arm(anyCall(world), { status, code }, times(world));
const failing =
  (code: CameraCode): Fault =>
  (world) =>
    void device.cameraFaults.push(...Array<CameraCode>(Math.ceil(times(world) / 2)).fill(code));

/** Faults during a flow. Each may occur at any screen. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  "camera refused": failing("camera_denied"),
  "camera in use": failing("camera_in_use"),
  "camera black": failing("camera_timeout"),
  "camera withdrawn": () => {
    device.cameraFaults.push("camera_denied");
    device.interrupt();
  },
  "camera ended": () => device.interrupt(),
  "offline at consent": cut("consent"),
  "offline at document": cut("document"),
  "offline at challenge": cut("challenge"),
  "offline at liveness": cut("liveness"),
  "offline at reading": cut("next"),
  "offline at the link": cut("session"),
  "answer lost at consent": lost("consent"),
  "answer lost at document": lost("document"),
  "answer lost at liveness": lost("liveness"),
  "answer lost at the link": lost("session"),
  "token expired": ({ expireTokens }) => expireTokens(),
  "token revoked": ({ revokeToken }) => revokeToken(),
  "402": refused(402, "usage_cap_reached"),
  "413": refused(413, "request_too_large"),
  "429": refused(429, "rate_limited"),
  "503": refused(503, "service_unavailable"),
  reload: ({ reload }) => reload(),
  "second tab": ({ secondTab }) => secondTab(),
  "consent taken back": ({ withdraw }) => withdraw(),
  "consent taken back, offline": (world) => {
    cut("withdrawal")(world);
    world.withdraw();
  },
  "consent taken back, answer lost": (world) => {
    lost("withdrawal")(world);
    world.withdraw();
  },
  "consent taken back, answer lost twice": (world) => {
    lost("withdrawal")(world);
    lost("receipt")(world);
    world.withdraw();
  },
  "consent taken back, answer lost, then reload": async (world) => {
    world.line.arm("withdrawal", "lost", 5);
    world.withdraw();
    world.confirm();
    await world.reload();
  },
  "canceled by the tenant": ({ cancel }) => cancel(),
};
