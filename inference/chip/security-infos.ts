import { decode, members, oid } from "../signatures/der.ts";
import { dataGroupContent } from "./data-groups.ts";

/** What DG14 names. Mirrors `ChipSecurity` in the proto. */
export interface ChipSecurity {
  readonly chipAuthentication: boolean;
  readonly paceCam: boolean;
}

/** ChipAuthenticationPublicKeyInfo, of DH and ECDH, and PACE with chip authentication mapping (BSI TR-03110). */
const CHIP_AUTHENTICATION_KEY = "0.4.0.127.0.7.2.2.1.";
const PACE_CAM = "0.4.0.127.0.7.2.2.4.6.";
/** Values in the file: a list of twenty entries has some 200. */
const VALUES_MAX = 2_000;

export function readDg14(file: Uint8Array): ChipSecurity {
  const list = decode(dataGroupContent(14, file), "DG14", VALUES_MAX);
  const names = members(list, "DG14").map((info) => oid(members(info, "an entry of DG14")[0], "DG14"));
  const isNamed = (prefix: string) => names.some((name) => name.startsWith(prefix));
  return { chipAuthentication: isNamed(CHIP_AUTHENTICATION_KEY), paceCam: isNamed(PACE_CAM) };
}
