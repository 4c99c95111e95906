import { expect, it } from "vitest";
import { MENU } from "#edge/dashboard/shell/menu.ts";
import { useTestEdge } from "../harness/edge/use.ts";
import { newOwner } from "./visitor.ts";

const { visitor } = await newOwner(await useTestEdge());

const SECTIONS = MENU.flatMap(({ path, title }) => [`test/${path}`, `live/${path}`].map((at) => [at, title]));

it.each(SECTIONS)("shows the section %s of a new tenant", async (at, title) => {
  const page = await visitor.get(`/dashboard/${at}`);
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/^<!doctype html>/);
  expect(page.text).toContain(`${title}</h1>`);
});
