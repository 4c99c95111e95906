import { runtime } from "../../platform/runtime.ts";
import type { Input } from "./request.ts";

/** What a signed link (contract §7.6) asks for. Throws a TypeError for a link of another kind. */
export function pictureOf(link: string): Input<"readPicture"> {
  const [, tenant, object] = /\/media\/([^/?#]+)\/([^/?#]+)\?/.exec(link) ?? [];
  const query = tenant === undefined ? undefined : new runtime.URL(link, "http://any").searchParams;
  const [expires, signature] = [query?.get("expires"), query?.get("signature")];
  if (!tenant || !object || !expires || !signature)
    throw new TypeError("this is no signed link to a picture");
  return {
    path: { tenant: decodeURIComponent(tenant), object: decodeURIComponent(object) },
    query: { expires, signature },
  };
}
