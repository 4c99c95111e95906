import { expect } from "vitest";
import type {
  DocumentReading,
  FaceAnalysis,
  Forensics,
  ModelBundle,
  ModelRef,
  Template,
} from "#edge/inference/port.ts";

/** Rules for every implementation of the port, besides the ranges that the client checks (`convert-*`). */

export function expectAnalysis(analysis: FaceAnalysis): void {
  expect(Math.min(analysis.width, analysis.height)).toBeGreaterThan(0);
  const areas = analysis.faces.map(({ box: [, , width, height] }) => width * height);
  expect(areas).toEqual(areas.toSorted((a, b) => b - a));
  expect(analysis.principal === null).toBe(analysis.faces.length === 0);
}

export function expectTemplate({ vector, version }: Template, bundle: ModelBundle): void {
  expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
  expect(version).toBe(bundle.templateVersion);
}

export function expectReading({ lines, mrz, models, ...reading }: DocumentReading): void {
  expect(Math.min(reading.width, reading.height)).toBeGreaterThan(0);
  expect(reading.quality.meanLuma).toBeLessThanOrEqual(255);
  expect([null, 4]).toContain(reading.outline?.length ?? null);
  for (const { text, box, place } of lines) {
    expect(text).not.toBe("");
    expect(Math.min(...box.slice(2), ...place.slice(2))).toBeGreaterThan(0);
  }
  for (const line of mrz?.lines ?? []) expect(line).toMatch(/^[A-Z0-9<]{30,44}$/);
  for (const { line, column } of mrz?.repairs ?? []) expect(mrz?.lines[line]?.[column]).toBeDefined();
  expectModels(models);
}

export function expectForensics({ signals, reading }: Forensics): void {
  for (const { name } of signals) expect(name).toMatch(/^[a-z_]+$/);
  expectReading(reading);
}

export function expectBundle({ name, models, templateVersion, operatingPoints }: ModelBundle): void {
  expect([name, templateVersion]).not.toContain("");
  expectModels(models);
  const rates = operatingPoints.map(({ fmr }) => fmr);
  const scores = operatingPoints.map(({ comparisonScore }) => comparisonScore);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
}

function expectModels(models: readonly ModelRef[]): void {
  expect(models.length).toBeGreaterThan(0);
  for (const { name, version } of models) expect([name, version]).not.toContain("");
}
