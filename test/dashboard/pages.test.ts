import { afterAll, beforeAll, expect, it } from "vitest";
import { MENU } from "#edge/dashboard/shell/menu.ts";
import { openTestEdge, type TestEdge } from "../harness/edge/test-edge.ts";
import { newOwner, type Visitor } from "./visitor.ts";

let edge: TestEdge;
let visitor: Visitor;
beforeAll(async () => {
  edge = await openTestEdge();
  ({ visitor } = await newOwner(edge));
});
afterAll(() => edge.close());

for (const mode of ["test", "live"]) {
  it.each(MENU.map(({ path, title }) => [path, title]))(
    `shows the section %s of a new tenant in ${mode} mode`,
    async (path, title) => {
      const page = await visitor.get(`/dashboard/${mode}/${path}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain("<!doctype html>");
      expect(page.text).toContain(`${title}</h1>`);
    },
  );
}
