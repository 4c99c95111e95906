import type { Role } from "#vocabulary/enumerations.ts";
import type { TestEdge } from "../harness/edge/test-edge.ts";

type VisitedEdge = Pick<TestEdge, "fetch" | "origin">;

/** A page as a visitor got it. */
interface Page {
  readonly status: number;
  readonly headers: Headers;
  /** The target of a redirect, as a path. */
  readonly location: string | null;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/**
 * A browser without script: it keeps cookies, fills forms in with their hidden fields, and never redirects by
 * itself.
 */
export class Visitor {
  readonly #edge: VisitedEdge;
  readonly cookies = new Map<string, string>();
  #last = "";

  constructor(edge: VisitedEdge) {
    this.#edge = edge;
  }

  /** Another browser, into which this one's cookies were copied. */
  thief(): Visitor {
    const thief = new Visitor(this.#edge);
    for (const [name, value] of this.cookies) thief.cookies.set(name, value);
    return thief;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, { headers });
  }

  /** Opens a mailed link, and submits its secret as the page does. */
  async open(link: string, headers: Record<string, string> = {}): Promise<Page> {
    await this.get(link, headers);
    return this.post(link, { secret: new URL(link, this.#edge.origin).hash.slice(1) }, headers);
  }

  /** Submits a form of these fields, with the hidden ones of the page that was shown last. */
  async post(
    path: string,
    fields: Record<string, string | readonly string[]>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const body = new URLSearchParams({ csrf: this.token });
    const secret = this.#hidden("secret");
    if (secret !== undefined) body.set("secret", secret);
    body.set("page", this.#page);
    for (const [name, value] of Object.entries(fields)) {
      body.delete(name);
      for (const each of [value].flat()) body.append(name, each);
    }
    return this.#send(path, { method: "POST", body, headers: { origin: this.#edge.origin, ...headers } });
  }

  /** The same for a form with files. */
  async upload(path: string, fields: Record<string, string | Blob>): Promise<Page> {
    const body = new FormData();
    const hidden = { csrf: this.token, page: this.#page };
    for (const [name, value] of Object.entries({ ...hidden, ...fields })) body.append(name, value);
    return this.#send(path, { method: "POST", body, headers: { origin: this.#edge.origin } });
  }

  /** Submits a form, and follows its redirect to the page at its end. */
  async submit(...form: Parameters<Visitor["post"]>): Promise<Page> {
    return this.follow(await this.post(...form));
  }

  /** The form token of the last page. */
  get token(): string {
    return this.#hidden("csrf") ?? "";
  }

  get #page(): string {
    return (this.#hidden("page") ?? "").replaceAll("&amp;", "&");
  }

  #hidden(name: string): string | undefined {
    return new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(this.#last)?.[1];
  }

  /** Follows redirects to the page at their end. */
  async follow(page: Page): Promise<Page> {
    let at = page;
    while (at.location !== null) at = await this.get(at.location);
    return at;
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const headers = new Headers(init.headers);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "") headers.set("cookie", cookie);
    const { origin } = this.#edge;
    const { pathname, search } = new URL(path, origin);
    // A proxy before the app ends TLS.
    const url = new URL(pathname + search, origin.replace("https:", "http:"));
    const response = await this.#edge.fetch(new Request(url, { ...init, headers, redirect: "manual" }));
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    if (response.headers.get("content-type")?.startsWith("text/html")) this.#last = text;
    const { status, headers: answered } = response;
    return { status, headers: answered, location: answered.get("location"), text, bytes };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}

let signedUp = 0;

/** An invitation's link, after the service's URL. */
export const INVITATION = /\/dashboard\/invitation#\w+/;

export const PASSWORD = "correct horse battery";

/** The visitor's tenant. */
export const tenantOf = async (visitor: Visitor): Promise<string> =>
  /tn_\w+/.exec((await visitor.get("/dashboard/test/settings")).text)![0];

/** Opens the sign-in and sends its form. */
export async function signIn(
  visitor: Visitor,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Page> {
  await visitor.get("/dashboard/sign-in");
  return visitor.post("/dashboard/sign-in", { email, password }, headers);
}

/** A visitor who has signed up and owns a new tenant. */
export async function newOwner(edge: VisitedEdge) {
  const visitor = new Visitor(edge);
  const email = `owner-${++signedUp}@example.test`;
  await visitor.get("/dashboard/sign-up");
  const welcome = await visitor.post("/dashboard/sign-up", {
    organization: "Example Ltd",
    name: "Ada",
    email,
    password: PASSWORD,
  });
  const key = /svc_sk_test_\w+/.exec(welcome.text)?.[0];
  if (welcome.status !== 201 || key === undefined) throw new Error(`sign-up answered ${welcome.status}`);
  return { visitor, email, key, welcome };
}

/** A signed-in member who has accepted the owner's invitation. */
export async function newMember(edge: VisitedEdge, owner: Visitor, role: Role) {
  const email = `${role}-${++signedUp}@example.test`;
  await owner.get("/dashboard/test/members");
  const invited = await owner.submit("/dashboard/test/members", { email, role });
  const link = INVITATION.exec(invited.text)?.[0];
  if (link === undefined) throw new Error(`the invitation answered ${invited.status}`);
  const visitor = new Visitor(edge);
  await visitor.open(link);
  const accepted = await visitor.post(link, { name: "Grace", password: PASSWORD });
  await visitor.follow(accepted);
  await signIn(visitor, email);
  const members = await owner.get("/dashboard/test/members");
  const row = members.text.split("<tr>").find((each) => each.includes(email)) ?? "";
  const userId = /\/members\/(usr_\w+)\//.exec(row)?.[1];
  if (userId === undefined) throw new Error("the new member is not on the list");
  return { visitor, email, userId, link };
}
