import type { TokenProvider } from "../../sdk/client/src/index.ts";
import type { ScreenName } from "../machine/state.ts";

/** By what right this page acts, and whom it tells where the person is. */
export interface Access {
  readonly token: TokenProvider;
  /** The verification that the token is bound to; known after the first token. */
  verificationId(): Promise<string>;
  tell(step: ScreenName | "finished" | "canceled"): void;
}
