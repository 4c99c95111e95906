/**
 * How an item can end without an answer:
 * - `late`: its deadline passed before a device could run it; `overloaded`: too many items wait;
 * - `input_invalid`: the net does not take it; `not_a_number`: the net answered no number;
 * - `device_lost`: the device died, and so did the one that tried again, or none came back in time;
 * - `frame_invalid`: the other side of the connection sent what is no frame.
 */
export const FAILURES = ["late", "overloaded", "input_invalid", "not_a_number"] as const;

type DeviceErrorCode = (typeof FAILURES)[number] | "device_lost" | "frame_invalid";

/** An item got no answer of its net. The message names nets and shapes, never pixels or scores. */
export class DeviceError extends Error {
  override readonly name = "DeviceError";
  readonly code: DeviceErrorCode;

  constructor(code: DeviceErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
