import { beforeAll, describe, expect, it } from "vitest";
import { dashboard } from "#edge/dashboard/app.tsx";
import { image } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading } from "#test/harness/edge/inference-results.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { ROLES, type Role } from "#vocabulary/enumerations.ts";
import { newMember, newOwner, type Visitor } from "../dashboard/visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);

/** A signed-in member of each role. */
const members = new Map<Role, Visitor>([["owner", owner]]);
for (const role of ["viewer", "reviewer", "admin"] as const) {
  members.set(role, (await newMember(edge, owner, role)).visitor);
}

const get = (path: string) => `GET ${path}`;
const post = (path: string) => `POST ${path}`;

/** The lowest role of every page and form behind the sign-in (contract §12.10). */
const LOWEST: Readonly<Record<Role, readonly string[]>> = {
  viewer: [
    ...["overview", "verifications", "verifications/:id", "reviews", "gallery", "usage", "profile"].map(get),
    ...["documents", "signed", "credentials", "fraud", "liveness", "faces"].flatMap((kind) => [
      get(kind),
      get(`${kind}/:id`),
    ]),
    ...["password", "second-factor", "second-factor/confirm", "second-factor/off"].map((form) =>
      post(`profile/${form}`),
    ),
    ...[get, post].map((method) => method("verifications/search")),
  ],
  reviewer: [
    get("images/:object"),
    get("lists"),
    post("reviews/next"),
    ...["claim", "review"].map((form) => post(`verifications/:id/${form}`)),
  ],
  admin: [
    ...[
      "keys",
      "webhooks",
      "webhooks/:id",
      "capture",
      "capture/logo",
      "settings",
      "settings/shorter",
      "members",
    ].map(get),
    ...["audit", "audit/verify", "audit/export", "verifications/export", "verifications/:id/link"].map(get),
    ...["policies", "policies/:id", "policies/:id/draft"].map(get),
    ...["policies", "policies/:id/versions", "policies/:id/archive"].map(post),
    ...[
      "verifications/export",
      "verifications/:id/link",
      "gallery/delete",
      "lists",
      "lists/:id/remove",
      "keys",
      "keys/:id/revoke",
      "settings",
      "settings/members",
      "settings/shorter",
    ].map(post),
    ...["capture", "capture/logo", "capture/consent-text", "webhooks"].map(post),
    ...["change", "enable", "disable", "rotate", "delete", "test", "replay", "check"].map((form) =>
      post(`webhooks/:id/${form}`),
    ),
  ],
  owner: [
    "usage/cap",
    "members",
    "members/invitations/:id/revoke",
    "members/:id/role",
    "members/:id/remove",
  ].map(post),
};

/** The routes behind the sign-in, as the app's own table has them. */
const ROUTES = new Set(
  dashboard.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/:mode"))
    .map(({ method, path }) => `${method} ${path.replace(/^\/:mode\{[^}]*\}\//, "").replace(/\/$/, "")}`),
);

describe("every page and form of the dashboard", () => {
  it("has a lowest role", () => {
    expect([...ROUTES].toSorted()).toEqual(Object.values(LOWEST).flat().toSorted());
  });

  it.each(ROLES)(
    "answers a member with the role %s with 403 if it needs a higher one, else otherwise",
    async (role) => {
      const visitor = members.get(role)!;
      const wrong: string[] = [];
      for (const lowest of ROLES) {
        for (const route of LOWEST[lowest]) {
          const [method, pattern = ""] = route.split(" ");
          const path = `/dashboard/test/${pattern.replace(/:\w+/, "some-id")}`;
          await visitor.get("/dashboard/test/profile");
          const { status } = method === "GET" ? await visitor.get(path) : await visitor.post(path, {});
          if ((status === 403) !== ROLES.indexOf(role) < ROLES.indexOf(lowest))
            wrong.push(`${route}: ${status}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it("is in the menu of those roles alone that may open it", async () => {
    for (const [role, visitor] of members) {
      const { text } = await visitor.get("/dashboard/test/overview");
      const listed = new Set(
        [...text.matchAll(/<li><a href="\/dashboard\/test\/(\w+)"/g)].map(([, path]) => path),
      );
      const may = ROLES.slice(0, ROLES.indexOf(role) + 1).flatMap((each) => LOWEST[each]);
      const sections = may.flatMap((route) => /^GET (\w+)$/.exec(route)?.[1] ?? []);
      expect([role, [...listed].toSorted()]).toEqual([role, sections.toSorted()]);
    }
  });
});

describe("personal data", () => {
  const DATA = ["ERIKSSON", "L898902C3", "1974-08-12", "2032-04-15"];
  const save = async (fields: Record<string, string>) => {
    await owner.get("/dashboard/test/settings");
    await owner.post("/dashboard/test/settings/members", { second_reviewer: "off", ...fields });
  };

  beforeAll(async () => {
    edge.answers.frames = [frame({}, 0.9)];
    edge.answers.reading = reading();
    const model = { name: "seams", version: "1" };
    const signal = { name: "splicing", score: 0.6, region: [100, 120, 300, 40], model } as const;
    edge.answers.forensics = forensics({ signals: [signal] });
    const asked = { customer_ref: "user-1", policy: { store_media: "evidence" } };
    const { session_token } = (await edge.call("POST", "/v1/verifications", key, asked)).body;
    const sent = (path: string, form: Record<string, string | Uint8Array<ArrayBuffer>>) =>
      edge.upload(path, session_token.token, form);
    await sent("/v1/ocr/scan", { image: image() });
    await sent("/v1/fraud/detect", { image: image() });
    await sent("/v1/liveness/check", { mode: "passive", image_1: image(2) });
  });

  /** The personal data on any page that links lead a member to. */
  async function seenBy(role: Role): Promise<{ pages: number; data: string[] }> {
    const visitor = members.get(role)!;
    const queue = ["/dashboard/test/overview"];
    const data = new Set<string>();
    for (const path of queue) {
      const { text } = await visitor.get(path);
      for (const each of DATA) if (text.includes(each)) data.add(each);
      for (const [, href = ""] of text.matchAll(/href="(\/dashboard\/test\/[^"#]*)"/g)) {
        const link = href.replaceAll("&amp;", "&");
        if (!queue.includes(link)) queue.push(link);
      }
    }
    return { pages: queue.length, data: [...data].toSorted() };
  }

  it("is seen by viewers unless the tenant hides it from them", async () => {
    const { data, pages } = await seenBy("viewer");
    expect(data).toEqual(DATA.toSorted());
    expect(pages).toBeGreaterThan(14);
  });

  it("is on no page that a viewer can reach if the tenant hides it, and still on those of a reviewer", async () => {
    await save({ hide_personal_data: "on" });
    expect((await seenBy("viewer")).data).toEqual([]);
    expect((await seenBy("reviewer")).data).toEqual(DATA.toSorted());
    expect((await members.get("viewer")!.get("/dashboard/test/verifications")).text).toContain("user-1");
  });
});
