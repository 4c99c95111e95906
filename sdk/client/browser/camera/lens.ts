export type Facing = "user" | "environment";

/**
 * A browser's description of a camera. Its capabilities come from some browsers only, and never before
 * permission.
 */
export interface Device {
  readonly deviceId: string;
  readonly label: string;
  readonly facingModes?: readonly string[] | undefined;
  readonly focusModes?: readonly string[] | undefined;
}

/** A camera with a natural field of view. */
export interface Lens {
  readonly id: string;
  /** As the system names it. */
  readonly label: string;
  /** Undefined if neither the browser nor the label gives it, as with a webcam. */
  readonly facing: Facing | undefined;
}

/** These show heat, depth or an infrared image, which neither people nor the service can use. */
const NOT_FOR_EYES = /\b(ir|infrared|infrarot|depth|tof|time.of.flight|thermal)\b|windows hello/i;

/** Labels are in the system's language. */
const FACING_LABELS: readonly (readonly [Facing, RegExp])[] = [
  [
    "environment",
    /\b(back|rear|environment|arrière|dos|trasera|posteriore|traseira|rück|world)|后|後|背面|후면|خلف/i,
  ],
  ["user", /\b(front|user|face ?time|avant|frontal|anteriore|vorder|selfie)|前|전면|أمام/i],
];

/** Lenses that are made for something else than a card at arm's length: wide, far or very near. */
const SPECIAL = /ultra.?wide|ultra.?weit|tele|macro|makro|fish.?eye|desk view|0[.,]5\s?x/i;

/** How much speaks against a lens, the gravest first: the first figure that differs decides. */
type Demerits = readonly number[];

/** The cameras that can be offered to a person, in the system's order. */
export function lensesOf(devices: readonly Device[]): Lens[] {
  return devices
    .filter(({ deviceId, label }) => deviceId !== "" && !NOT_FOR_EYES.test(label))
    .map((device) => ({ id: device.deviceId, label: device.label, facing: facingOf(device) }));
}

/**
 * The lens to use: facing the right way, not special, with continuous focus, and Android's first of its side,
 * which is the main one. Among equals the open one stays. Undefined if no camera is known.
 */
export function chooseLens(
  devices: readonly Device[],
  facing: Facing,
  current: string | undefined,
): string | undefined {
  const known = new Map(devices.map((device) => [device.deviceId, device]));
  const ranked = lensesOf(devices)
    .filter(({ label }) => label !== "")
    .map(({ id }, order) => ({ id, demerits: demeritsOf(known.get(id)!, facing, id === current, order) }))
    .sort((a, b) => compare(a.demerits, b.demerits));
  return ranked[0]?.id;
}

function facingOf({ label, facingModes = [] }: Device): Facing | undefined {
  const reported = facingModes.find((mode) => mode === "user" || mode === "environment");
  return (reported as Facing | undefined) ?? FACING_LABELS.find(([, pattern]) => pattern.test(label))?.[0];
}

function demeritsOf(device: Device, facing: Facing, isOpen: boolean, order: number): Demerits {
  const { label, focusModes } = device;
  const faces = facingOf(device);
  return [
    faces === facing ? 0 : faces === undefined ? 1 : 2,
    SPECIAL.test(label) ? 1 : 0,
    focusModes?.includes("continuous") ? 0 : focusModes === undefined ? 1 : 2,
    Number(/\bcamera2? (\d{1,2})\b/.exec(label)?.[1] ?? 0),
    isOpen ? 0 : 1,
    order,
  ];
}

function compare(a: Demerits, b: Demerits): number {
  const at = a.findIndex((figure, index) => figure !== b[index]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}
