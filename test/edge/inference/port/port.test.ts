import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InferencePort, NamedImage } from "#edge/inference/port.ts";
import { sealOf } from "#edge/verdicts/barcode/barcodes.ts";
import { CALLER } from "#test/harness/edge/inference-results.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { CHIP_AUTHENTICATION } from "#test/harness/trust/chip-files.ts";
import { type Chip, chipPhoto, flipped, makeChip, newCsca } from "#test/harness/trust/chips.ts";
import { idb, symbolOf, vds } from "#test/harness/trust/seals.ts";
import { openDouble, type Subject } from "./double.ts";
import {
  expectAnalysis,
  expectBundle,
  expectForensics,
  expectReading,
  expectTemplate,
} from "./expectations.ts";
import { openServed } from "./served.ts";

/** A new tenant each time: inference would return a cached reading for the same one. */
const stranger = () => ({ ...CALLER, tenant: crypto.randomUUID() });

/** The calls that take images. */
const CALLS: Readonly<Record<string, (port: InferencePort, images: NamedImage[]) => Promise<unknown>>> = {
  analyzeFace: (port, [image]) => port.analyzeFace(image!, stranger()),
  assessPresentationAttack: (port, frames) => port.assessPresentationAttack(frames, stranger()),
  readDocument: (port, [image]) => port.readDocument(image!, stranger()),
  assessForensics: (port, [image]) => port.assessForensics(image!, stranger()),
  examineDocument: (port, images) => port.examineDocument(images, stranger()),
};

/** One set of rules for the edge's test double and for inference itself. */
describe.each([
  ["the double of the edge's tests", openDouble],
  ["the client over a running service", openServed],
])("the inference port: %s", (_, open) => {
  let subject: Subject;
  let port: InferencePort;
  beforeAll(async () => {
    subject = await open();
    port = subject.port;
  });
  afterAll(() => subject?.close());

  it("describes its model bundle: models, and operating points from the lenient to the strict", async () => {
    expectBundle(await port.bundle());
  });

  it("analyses a face, with a template of the model bundle's version", async () => {
    const analysis = await port.analyzeFace(subject.images(["image", "person"])[0]!, CALLER);
    expectAnalysis(analysis);
    expect(analysis.principal?.landmarks).toHaveLength(468);
    expectTemplate(analysis.principal!.template, await port.bundle());
  });

  it("finds no face if there is none", async () => {
    const analysis = await port.analyzeFace(subject.images(["image", "no_face"])[0]!, CALLER);
    expectAnalysis(analysis);
    expect(analysis).toMatchObject({ faces: [], principal: null });
  });

  it("assesses frames in their order", async () => {
    const frames = subject.images(["image_1", "person"], ["image_2", "no_face"], ["image_3", "person"]);
    const assessed = await port.assessPresentationAttack(frames, CALLER);
    for (const { analysis } of assessed) expectAnalysis(analysis);
    expect(assessed.map(({ analysis }) => analysis.principal !== null)).toEqual([true, false, true]);
    expect(assessed[1]?.pad).toBeNull();
  });

  it("reads a document, with its portrait's crop and template", async () => {
    const reading = await port.readDocument(subject.images(["front", "card"])[0]!, CALLER);
    expectReading(reading);
    expect(reading.mrz).not.toBeNull();
    expect([...reading.portrait!.jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(reading.portrait!.face.landmarks).toEqual([]);
    expectTemplate(reading.portrait!.face.template, await port.bundle());
  });

  it("M3: answers with what was judged, as a JPEG, for each image that asks for it and for no other", async () => {
    const asking = (images: NamedImage[]) => images.map((each, i) => ({ ...each, show: i === 0 }));
    const isJpeg = (shown: Uint8Array | undefined) => shown?.subarray(0, 3).join() === "255,216,255";
    const [front, back] = asking(subject.images(["front", "card"], ["back", "no_face"]));
    for (const image of [front!, back!]) {
      expect(isJpeg((await port.readDocument(image, stranger())).shown)).toBe(image === front);
      const { reading } = await port.assessForensics(image, stranger());
      expect(isJpeg(reading.shown)).toBe(image === front);
    }
    const sides = asking(subject.images(["front", "card"], ["back", "no_face"]));
    const examined = await port.examineDocument(sides, stranger());
    expect(examined.map(({ reading }) => isJpeg(reading.shown))).toEqual([true, false]);
    const frames = asking(subject.images(["image_1", "person"], ["image_2", "person"]));
    const assessed = await port.assessPresentationAttack(frames, stranger());
    expect(assessed.map(({ shown }) => isJpeg(shown))).toEqual([true, false]);
  });

  it("reads nothing on an empty image", async () => {
    const reading = await port.readDocument(subject.images(["front", "no_face"])[0]!, CALLER);
    expectReading(reading);
    expect(reading).toMatchObject({ lines: [], mrz: null, portrait: null });
  });

  it("assesses a document, and does not return the portrait's template", async () => {
    const forensics = await port.assessForensics(subject.images(["front", "card"])[0]!, CALLER);
    expectForensics(forensics);
    expect(Object.keys(forensics.reading.portrait!)).toEqual(["box"]);
  });

  it("examines a document's images in their order", async () => {
    const examined = await port.examineDocument(
      subject.images(["front", "card"], ["back", "no_face"]),
      CALLER,
    );
    examined.forEach(expectForensics);
    expect(examined.map(({ reading }) => reading.portrait !== null)).toEqual([true, false]);
  });

  it.each(Object.keys(CALLS))("names the form field of an image that %s cannot read", async (name) => {
    const images = subject.images(["image", "unreadable"]);
    const refusal = { code: "image_unreadable", param: "image" };
    await expect(CALLS[name]!(port, images)).rejects.toMatchObject(refusal);
  });

  it.each(["assessPresentationAttack", "examineDocument"])("names the second image of %s", async (name) => {
    const images = subject.images(["front", "card"], ["back", "unreadable"]);
    await expect(CALLS[name]!(port, images)).rejects.toMatchObject({ param: "back" });
  });

  it.each(Object.keys(CALLS))("rejects %s as unavailable while no answer comes", async (name) => {
    const images = subject.images(["image", "card"]);
    for (const [why, unavailable] of Object.entries(subject.unavailable)) {
      // A busy worker has a guess of its own when it will be free.
      const retryAfter = why === "late" ? expect.any(Number) : 5;
      const outage = { code: "service_unavailable", retryAfter };
      await expect(CALLS[name]!(unavailable, images), why).rejects.toMatchObject(outage);
    }
  });

  describe("its verification of seals", () => {
    const [one, other] = [1, 2].map(() => newIdentity({ country: "UT", commonName: "TS" }));
    const sealBy = (signer: typeof one) => {
      const { signedBytes, signature, digest } = sealOf(symbolOf(vds(signer!, { country: "UTO" })))!;
      return { signedBytes, signature, digest };
    };
    const trusted = (...signers: readonly (typeof one)[]) => ({
      certificates: signers.map((signer) => signer!.certificate),
    });

    it("names for each the certificate whose key signed it, or none", async () => {
      const seals = [
        { ...sealBy(one), ...trusted(other, one) },
        { ...sealBy(other), ...trusted(one) },
        { ...sealBy(other), ...trusted(other) },
      ];
      expect(await port.verifySeals(seals, CALLER)).toEqual([1, null, 0]);
    });

    it("takes the digest that a seal names, which the curve's own need not be", async () => {
      const seal = { ...sealOf(symbolOf(idb(one!, { digest: "sha512" })))!, ...trusted(one) };
      const others = ["sha256", "sha384", null].map((digest) => ({ ...seal, digest }) as typeof seal);
      expect(await port.verifySeals([seal, ...others], CALLER)).toEqual([0, null, null, null]);
    });

    it("finds no signer for a signature of another length", async () => {
      const seal = { ...sealBy(one), ...trusted(one) };
      for (const length of [0, 1, 63, 65, 132])
        expect(await port.verifySeals([{ ...seal, signature: new Uint8Array(length) }], CALLER)).toEqual([
          null,
        ]);
    });
  });

  describe("its reading of a chip", () => {
    const challenge = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
    const filesOf = ({ sod, dataGroups, answer }: Chip) => ({
      ...{ sod, dataGroups: [...dataGroups].map(([number, file]) => ({ number, file })) },
      activeAuthentication: { challenge, signature: answer(challenge) },
    });
    let chip: Chip;
    beforeAll(async () => {
      chip = await makeChip({ details: { fullName: "MUSTERMANN<<ERIKA" }, names: [CHIP_AUTHENTICATION] });
    });

    it("has the facts of a chip as its issuer made it, with its face's template", async () => {
      const reading = await port.readChip(filesOf(chip), CALLER);
      const { securityObject, portrait, mrz } = reading;
      expect(reading).toMatchObject({
        securityObject: { signatureValid: true, namedDataGroups: [1, 2, 11, 14, 15], digest: "sha256" },
        dataGroups: [1, 2, 11, 14, 15].map((number) => ({ number, hash: "equal", problem: null })),
        activeAuthentication: { status: "valid", algorithm: { scheme: "ecdsa", curve: "prime256v1" } },
        chipSecurity: { chipAuthentication: true },
        personalDetails: { fullName: "MUSTERMANN<<ERIKA", address: [] },
        ...{ securityObjectProblem: null, portraitProblem: null },
      });
      expect(mrz?.lines.join("")).toBe(chip.mrz);
      expect([...portrait!.jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
      expectTemplate(portrait!.face.template, await port.bundle());
      const { signer } = securityObject!;
      expect(signer).toMatchObject({ country: "DE", validFrom: Date.UTC(2020, 0, 1), extendedKeyUsages: [] });
      expect(signer.authorityKeyId).toMatch(/^[0-9a-f]{40}$/);
      expect(Buffer.from(signer.certificate)).toEqual(Buffer.from(chip.signer.certificate));
    });

    it("has the face of a portrait that was signed elsewhere, as a JPEG", async () => {
      const portrait = await port.readPortrait({ param: "response", content: await chipPhoto() }, CALLER);
      expect([...portrait!.jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
      expectTemplate(portrait!.face.template, await port.bundle());
    });

    it("has no face of a DG2 that the issuer did not sign", async () => {
      const { portrait, portraitProblem, dataGroups } = await port.readChip(
        filesOf(flipped(chip, "dg2")),
        CALLER,
      );
      expect([portrait, portraitProblem, dataGroups[1]?.hash]).toEqual([null, "not_signed", "different"]);
    });

    it("states why EF.SOD cannot be read", async () => {
      const sod = chip.sod.subarray(0, -1);
      const reading = await port.readChip({ ...filesOf(chip), sod, activeAuthentication: null }, CALLER);
      expect(reading).toMatchObject({
        ...{ securityObject: null, securityObjectProblem: "incomplete" },
        activeAuthentication: { status: "no_signed_key", algorithm: null },
      });
      expect(reading.dataGroups.map(({ hash }) => hash)).toEqual(Array(5).fill(null));
    });

    it("finds the issuer of its signer by the key, among issuers of one name", async () => {
      const certificates = [newCsca(), chip.csca, newCsca()].map(({ certificate }) => certificate);
      const { certificate } = chip.signer;
      expect(await port.findIssuer(certificate, certificates, CALLER)).toBe(1);
      expect(await port.findIssuer(certificate, certificates.toSpliced(1, 1), CALLER)).toBeNull();
      expect(await port.findIssuer(Uint8Array.of(0x30, 3, 2, 1, 5), certificates, CALLER)).toBeNull();
    });
  });

  describe("its gallery", () => {
    const template = (degrees: number) => {
      const radians = (degrees * Math.PI) / 180;
      return new Uint8Array(new Float32Array([Math.cos(radians), Math.sin(radians)]).buffer);
    };
    const change = (n: number, degrees: number | null) => ({
      registrationId: `r${n}`,
      template: degrees === null ? null : template(degrees),
    });
    const first = { after: "", mark: "3", changes: [change(1, 0), change(2, 40), change(3, 80)] };
    const ask = (gallery: string, request: object) =>
      port.searchGallery({ gallery, page: null, probe: template(10), limit: 10, ...request }, CALLER);

    it("follows a page and finds the best first", async () => {
      const answer = await ask("a", { page: first, limit: 2 });
      expect(answer).toMatchObject({ mark: "3", faces: 3, filling: false });
      expect(answer.candidates.map(({ registrationId }) => registrationId)).toEqual(["r1", "r2"]);
      expect(answer.candidates[0]?.score).toBeCloseTo(Math.cos(Math.PI / 18), 2);
    });

    it("removes the faces that a change deletes", async () => {
      await ask("b", { page: first });
      const page = { after: "3", mark: "5", changes: [change(4, null), change(1, null)] };
      expect(await ask("b", { page })).toMatchObject({ mark: "5", faces: 2 });
    });

    it("forgets a deleted face at once, and keeps its mark", async () => {
      await ask("e", { page: first });
      await port.forget([{ gallery: "e", registrationId: "r1" }]);
      await port.forget([{ gallery: "unknown", registrationId: "r1" }]);
      const answer = await ask("e", {});
      expect(answer).toMatchObject({ mark: "3", faces: 2 });
      expect(answer.candidates.map(({ registrationId }) => registrationId)).toEqual(["r2", "r3"]);
    });

    it("ignores a page after another position, and returns its own", async () => {
      await ask("c", { page: first });
      const page = { after: "9", mark: "10", changes: [change(10, 0)] };
      expect(await ask("c", { page })).toMatchObject({ mark: "3", faces: 3 });
    });

    it("drops everything with a page that leads to no mark", async () => {
      await ask("d", { page: first });
      const page = { after: "3", mark: "", changes: [] };
      expect(await ask("d", { page })).toMatchObject({ mark: "", faces: 0, candidates: [] });
    });

    it("compares a probe with the faces of its own gallery alone", async () => {
      await ask("e", { page: first });
      expect(await ask("f", { probe: template(0) })).toMatchObject({ faces: 0, candidates: [] });
    });
  });
});
