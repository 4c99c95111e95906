import { expect } from "vitest";
import {
  type Box,
  type DocumentReading,
  type Examination,
  type FaceAnalysis,
  type Forensics,
  HASH_BYTES,
  type ModelRef,
  MRZ_FORMATS,
  type Pack,
  type PrincipalFace,
  QUALITY_COMPONENTS,
  type Template,
} from "#edge/inference/port.ts";

/** Shapes and ranges that every implementation of the port keeps to. */

interface Size {
  readonly width: number;
  readonly height: number;
}

export function expectAnalysis(analysis: FaceAnalysis): void {
  expectSize(analysis);
  const areas = analysis.faces.map(({ box: [, , width, height] }) => width * height);
  expect(areas).toEqual(areas.toSorted((a, b) => b - a));
  for (const { box, confidence } of analysis.faces) {
    expectBox(box);
    expectShare(confidence);
  }
  expect(analysis.principal === null).toBe(analysis.faces.length === 0);
  if (analysis.principal !== null) expectFace(analysis.principal);
}

function expectFace({ pose, quality }: PrincipalFace): void {
  for (const angle of [pose.yaw, pose.pitch, pose.roll]) expect(Math.abs(angle)).toBeLessThanOrEqual(180);
  expectShare(quality.score);
  expect(Object.keys(quality.components).sort()).toEqual([...QUALITY_COMPONENTS].sort());
  Object.values(quality.components).forEach(expectShare);
  for (const native of Object.values(quality.native)) expect(native).toBeGreaterThanOrEqual(0);
}

export function expectTemplate({ vector, version }: Template, pack: Pack): void {
  expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
  expect(version).toBe(pack.templateVersion);
}

export function expectReading(reading: DocumentReading): void {
  expectSize(reading);
  const { quality } = reading;
  expectShare(quality.saturatedShare);
  expect(quality.meanLuma).toSatisfy((luma: number) => luma >= 0 && luma <= 255);
  for (const measure of [quality.laplacianVariance, quality.documentLongSide]) {
    expect(measure).toBeGreaterThanOrEqual(0);
  }
  if (reading.outline !== null) expect(reading.outline).toHaveLength(4);
  for (const { text, confidence, box, place } of reading.lines) {
    expect(text).not.toBe("");
    expectShare(confidence);
    expectBox(box);
    expectBox(place);
  }
  if (reading.mrz !== null) expectZone(reading.mrz);
  if (reading.portrait !== null) expectBox(reading.portrait.box);
  expectModels(reading.models);
}

function expectZone({ format, lines, fields, checks, repairs }: NonNullable<DocumentReading["mrz"]>): void {
  expect(MRZ_FORMATS).toContain(format);
  for (const line of lines) expect(line).toMatch(/^[A-Z0-9<]{30,44}$/);
  for (const { confidence, box } of fields) {
    expectShare(confidence);
    if (box !== null) expectBox(box);
  }
  for (const { confidence } of checks) expectShare(confidence);
  for (const { line, column } of repairs) expect(lines[line]?.[column]).toBeDefined();
}

export function expectForensics(forensics: Forensics): void {
  expect(forensics.perceptualHash).toHaveLength(HASH_BYTES);
  for (const { name, score, region, model } of forensics.signals) {
    expect(name).toMatch(/^[a-z_]+$/);
    expectShare(score);
    if (region !== null) expectBox(region);
    expectModels([model]);
  }
  expectReading(forensics.reading);
}

export const expectExamination = (examination: Examination) => expectForensics(examination);

export function expectPack({ name, models, templateVersion, operatingPoints }: Pack): void {
  expect([name, templateVersion]).not.toContain("");
  expectModels(models);
  const rates = operatingPoints.map(({ fmr }) => fmr);
  const scores = operatingPoints.map(({ comparisonScore }) => comparisonScore);
  rates.forEach(expectShare);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
}

function expectModels(models: readonly ModelRef[]): void {
  expect(models.length).toBeGreaterThan(0);
  for (const { name, version } of models) expect([name, version]).not.toContain("");
}

function expectSize({ width, height }: Size): void {
  expect(Math.min(width, height)).toBeGreaterThan(0);
}

function expectBox([x, y, width, height]: Box): void {
  expect([x, y].every(Number.isFinite)).toBe(true);
  expect(Math.min(width, height)).toBeGreaterThan(0);
}

function expectShare(value: number): void {
  expect(value).toBeGreaterThanOrEqual(0);
  expect(value).toBeLessThanOrEqual(1);
}
