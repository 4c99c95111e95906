import { createCaller } from "../../core/call.ts";
import type { Settings } from "../../core/settings.ts";
import { runtime } from "../../platform/runtime.ts";
import { chips, credentials, fraud, ocr } from "./resources/documents.ts";
import { face } from "./resources/faces.ts";
import { lists } from "./resources/lists.ts";
import { liveness } from "./resources/liveness.ts";
import { policies } from "./resources/policies.ts";
import { customers, events, service } from "./resources/records.ts";
import { sessions } from "./resources/sessions.ts";
import { reviews, verifications } from "./resources/verifications.ts";
import { webhookEndpoints } from "./resources/webhook-endpoints.ts";
import { webhooks } from "./webhooks/webhooks.ts";

export interface SelfsameOptions extends Settings {
  /** A secret key, `svc_sk_{test,live}_…`, or a restricted one, `svc_rk_{test,live}_…`. */
  readonly apiKey: string;
}

/** `svc_sk_` or `svc_rk_`, the mode, and 38 characters (contract §1.6). */
const SECRET_KEY = /^svc_[sr]k_(test|live)_[0-9A-Za-z]{38}$/;

/** The API for a tenant's server, with its key's authority in the key's mode. */
export class Selfsame {
  readonly sessions: ReturnType<typeof sessions>;
  readonly verifications: ReturnType<typeof verifications>;
  readonly reviews: ReturnType<typeof reviews>;
  readonly policies: ReturnType<typeof policies>;
  readonly ocr: ReturnType<typeof ocr>;
  readonly chips: ReturnType<typeof chips>;
  readonly credentials: ReturnType<typeof credentials>;
  readonly fraud: ReturnType<typeof fraud>;
  readonly liveness: ReturnType<typeof liveness>;
  readonly face: ReturnType<typeof face>;
  readonly lists: ReturnType<typeof lists>;
  readonly events: ReturnType<typeof events>;
  readonly customers: ReturnType<typeof customers>;
  readonly service: ReturnType<typeof service>;
  readonly webhookEndpoints: ReturnType<typeof webhookEndpoints>;
  readonly webhooks: typeof webhooks = webhooks;

  /** Throws a TypeError for options that cannot be right; its message never has the key. */
  constructor({ apiKey, ...settings }: SelfsameOptions) {
    if (typeof apiKey !== "string" || !SECRET_KEY.test(apiKey)) {
      throw new TypeError("apiKey must be a secret key (svc_sk_… or svc_rk_… and the mode), without blanks");
    }
    if (runtime.document !== undefined) {
      throw new TypeError("a secret key is for servers: it must not be in a page");
    }
    const call = createCaller<"answer">(settings, async () => apiKey);
    this.sessions = sessions(call);
    this.verifications = verifications(call);
    this.reviews = reviews(call);
    this.policies = policies(call);
    this.ocr = ocr(call);
    this.chips = chips(call);
    this.credentials = credentials(call);
    this.fraud = fraud(call);
    this.liveness = liveness(call);
    this.face = face(call);
    this.lists = lists(call);
    this.events = events(call);
    this.customers = customers(call);
    this.service = service(call);
    this.webhookEndpoints = webhookEndpoints(call);
  }
}
