import { API } from "../../../edge/api/routes.ts";
import { FORM_TYPE, formOf } from "../../bench/edge/calls.ts";

/** A request that a peer begins. */
export interface PeerRequest {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** Takes a credential of the API. */
  readonly isGuarded: boolean;
}

const FORM = "application/x-www-form-urlencoded";
const strangers = (path: string, fields: string): PeerRequest => ({
  ...{ method: "POST", path, type: FORM, isGuarded: false },
  body: Buffer.from(fields.padEnd(4_000, "x")),
});

/** Every operation of the API that takes a body, some that take none, and the forms before the sign-in. */
export function peerRequests(verificationId: string, image: Uint8Array): readonly PeerRequest[] {
  const routes = API.flatMap((group) => group.routes);
  const ofApi = routes.map(({ method, path, callers, form, json }): PeerRequest => {
    const [type, body] = form
      ? [FORM_TYPE, formOf({}, form.files[0] ?? "image", image)]
      : ["application/json", Buffer.from(JSON.stringify(json?.example ?? {}))];
    const filled = path.replace(/:id/g, verificationId).replace(/:\w+/g, "none");
    return { method: method.toUpperCase(), path: filled, type, body, isGuarded: callers !== "anybody" };
  });
  return [
    ...ofApi,
    strangers("/dashboard/sign-in", "csrf=x&email=a%40example.com&password="),
    strangers("/dashboard/sign-up", "csrf=x&email=a%40example.com&name="),
    strangers("/dashboard/reset", "csrf=x&email="),
    strangers("/nowhere", "a="),
  ];
}
