import { beforeAll, describe, expect, it } from "vitest";
import { type ChipFiles, readChip } from "#inference/chip/read-chip.ts";
import { issuerOf } from "#inference/signatures/certificate.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { CHIP_AUTHENTICATION, dg1, dg11, dg14, faceBlock, tlv } from "#test/harness/trust/chip-files.ts";
import { type Chip, chipPhoto, flipped, makeChip, newCsca, type Part } from "#test/harness/trust/chips.ts";

const CHALLENGE = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const image = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const make = (options: Parameters<typeof makeChip>[0] = {}) => makeChip({ image, ...options });

const filesOf = (chip: Chip, challenge?: Uint8Array): ChipFiles => ({
  sod: chip.sod,
  dataGroups: [...chip.dataGroups].map(([number, file]) => ({ number, file })),
  ...(challenge && { activeAuthentication: { challenge, signature: chip.answer(challenge) } }),
});
const read = (chip: Chip) => readChip(filesOf(chip));
const withFile = (chip: Chip, number: number, file: Uint8Array): Chip => ({
  ...chip,
  dataGroups: new Map([...chip.dataGroups, [number, file]]),
});
const groupOf = (chip: Chip, number: number) => read(chip).dataGroups.find((each) => each.number === number);

let csca: ReturnType<typeof newCsca>;
let chip: Chip;
beforeAll(async () => {
  csca = newCsca();
  chip = await make({ csca });
});

describe("a chip as its issuer made it", () => {
  it("has a signature, equal hashes and an answer that hold", () => {
    const { securityObject, dataGroups, activeAuthentication, ...facts } = readChip(filesOf(chip, CHALLENGE));
    expect(securityObject.value).toMatchObject({
      ...{ version: 0, digest: "sha256", signatureValid: true, signedAt: null },
      algorithm: { scheme: "ECDSA", digest: "sha256", keyBits: 256, curve: "prime256v1" },
      signer: { country: "DE", serialNumber: "1", extendedKeyUsages: [] },
    });
    expect(dataGroups).toEqual([1, 2, 15].map((number) => ({ number, hash: "EQUAL" })));
    expect(activeAuthentication).toMatchObject({
      status: "VALID",
      algorithm: { scheme: "ECDSA", keyBits: 256 },
    });
    expect(facts.faceImage).toEqual(Buffer.from(image));
    expect(facts.mrz?.lines.join("")).toBe(chip.mrz);
    expect(facts.mrz?.checks.every(({ valid }) => valid)).toBe(true);
  });

  it("has the MRZ of a card", async () => {
    const mrz = "I<UTOD231458907<<<<<<<<<<<<<<<7408122F1204159UTO<<<<<<<<<<<6ERIKSSON<<ANNA<MARIA<<<<<<<<<<";
    const { fields, format } = read(await make({ csca, mrz })).mrz!;
    expect(format).toBe("TD1");
    expect(fields.find(({ name }) => name === "document_number")?.value).toBe("D23145890");
  });

  it("has the details of DG11", async () => {
    const details = {
      ...{ fullName: "ΕΡΙΚΣΣΟΝ<<ΑΝΝΑ", personalNumber: "42", dateOfBirth: "19740812" },
      ...{ placeOfBirth: ["ZENITH", "UTOPIA"], address: ["1 HIGH ST", "ZENITH"] },
    };
    expect(read(await make({ csca, details })).personalDetails).toEqual(details);
  });

  it("names chip authentication in a signed DG14", async () => {
    const facts = async (...names: string[]) => read(await make({ csca, names })).chipSecurity;
    expect(await facts("1.2.3")).toEqual({ chipAuthentication: false });
    expect(await facts("1.2.3", CHIP_AUTHENTICATION)).toEqual({ chipAuthentication: true });
    expect(read(withFile(chip, 14, dg14(CHIP_AUTHENTICATION)))).not.toHaveProperty("chipSecurity");
  });

  it("has its face in a record of ISO/IEC 19794-5 or a block of ISO/IEC 39794-5", async () => {
    expect(read(await make({ csca, face: faceBlock })).faceImage).toEqual(image);
  });

  it.each(["1.3.27.1.1.1", "1.2.528.1.1006.1.20.1", "1.2.840.113549.1.7.1"])(
    "may sign content of type %s",
    async (contentType) => {
      expect(read(await make({ csca, contentType })).securityObject.value?.signatureValid).toBe(true);
    },
  );
});

describe("one flipped bit", () => {
  const signed = (facts: ReturnType<typeof read>) => facts.securityObject.value?.signatureValid;

  it.each<[Part, number]>([
    ["dg1", 1],
    ["dg2", 2],
    ["hash_list", 15],
  ])("in %s makes the hash of DG%i different", (part, number) => {
    const facts = read(flipped(chip, part));
    expect(facts.dataGroups.find((each) => each.number === number)?.hash).toBe("DIFFERENT");
  });

  it.each<Part>(["hash_list", "attributes", "signature"])("in %s makes the signature invalid", (part) => {
    expect(signed(read(flipped(chip, part)))).toBe(false);
  });

  it("in the signer's certificate makes its issuer unknown", () => {
    const { certificate } = read(flipped(chip, "certificate")).securityObject.value!.signer;
    expect(issuerOf(chip.signer.certificate, [csca.certificate])).toBe(0);
    expect(issuerOf(certificate, [csca.certificate])).toBeUndefined();
  });

  it("in DG2 keeps its face from being decoded", () => {
    expect(read(flipped(chip, "dg2")).faceImage).toBe("NOT_SIGNED");
  });

  it("in DG15 takes the key away from active authentication", () => {
    const file = chip.dataGroups.get(15)!.map((byte, i) => (i === 70 ? byte ^ 1 : byte));
    const facts = readChip(filesOf(withFile(chip, 15, file), CHALLENGE));
    expect(facts.activeAuthentication).toEqual({ status: "NO_SIGNED_KEY" });
  });
});

describe("a data group", () => {
  it("that EF.SOD does not name is reported as such, and its content does not count", async () => {
    const without = await make({ csca, activeAuthentication: null });
    const injected = { ...withFile(without, 15, chip.dataGroups.get(15)!), answer: chip.answer };
    const facts = readChip(filesOf(injected, CHALLENGE));
    expect(facts.dataGroups.at(-1)).toEqual({ number: 15, hash: "NOT_NAMED" });
    expect(facts.activeAuthentication).toEqual({ status: "NO_SIGNED_KEY" });
  });

  it("that is cut off is incomplete, an empty one and EF.SOD as well", () => {
    for (const [number, file] of chip.dataGroups)
      for (const length of [0, 1, 3, file.length - 1])
        expect(groupOf(withFile(chip, number, file.subarray(0, length)), number)?.problem).toBe("INCOMPLETE");
    expect(readChip({ ...filesOf(chip), sod: chip.sod.subarray(0, -1) }).securityObject.problem).toBe(
      "INCOMPLETE",
    );
    expect(readChip({ ...filesOf(chip), sod: new Uint8Array() }).securityObject.problem).toBe("INCOMPLETE");
  });

  it.each([
    ["another tag", 12, tlv(0x6b)],
    ["bytes after it", 1, Uint8Array.from([...dg1("<".repeat(88)), 0])],
    ["the length of no MRZ", 1, dg1("<".repeat(87))],
    ["letters that no MRZ has", 1, dg1("é".repeat(44))],
    ["no face", 2, tlv(0x75, tlv(0x7f61, tlv(0x7f60)))],
    ["an indefinite length", 12, Uint8Array.of(0x6c, 0x80)],
    ["text that is not UTF-8", 11, tlv(0x6b, tlv(0x5f0e, Uint8Array.of(0xff)))],
    ["no date", 11, dg11({ dateOfBirth: "1974<" })],
    ["a field of 1,025 bytes", 11, dg11({ fullName: "A".repeat(1_025) })],
    ["no list", 14, tlv(0x6e, Uint8Array.of(5, 0))],
    ["text whose bytes are none", 14, tlv(0x6e, Uint8Array.of(0x31, 3, 0x1c, 1, 0))],
    ["a field that ends after it", 11, tlv(0x6b, Uint8Array.of(0x5f, 0x0e, 5, 1))],
  ])("with %s is malformed: DG%i", (_, number, file) => {
    expect(groupOf(withFile(chip, number, file), number)?.problem).toBe("MALFORMED");
  });
});

describe("EF.SOD", () => {
  const problem = async (options: Parameters<typeof makeChip>[0]) =>
    read(await make({ csca, ...options })).securityObject.problem;

  it("with other content, or a hash list that names a data group twice, is malformed", async () => {
    expect(await problem({ contentType: "2.23.136.1.1.2" })).toBe("MALFORMED");
    // 02 01 02, the number of DG2, becomes that of DG1.
    const changeList = (list: Uint8Array) => {
      const at = Buffer.from(list).indexOf(Buffer.from([2, 1, 2, 4, 32]));
      return list.map((byte, i) => (i === at + 2 ? 1 : byte));
    };
    expect(await problem({ changeList })).toBe("MALFORMED");
  });

  it("of a key that is neither RSA nor of an elliptic curve is unsupported", async () => {
    const statedKey = Buffer.from(`302a300506032b6570032100${"00".repeat(32)}`, "hex");
    const signer = newIdentity({ country: "DE", commonName: "ds", issuer: csca, statedKey });
    expect(await problem({ signer })).toBe("UNSUPPORTED");
  });

  it("with RSA-PSS of two digests, which OpenSSL does not verify, is unsupported", async () => {
    const signer = newIdentity({ country: "DE", commonName: "ds", issuer: csca, curve: "rsa", bits: 1_024 });
    expect(await problem({ signer, signing: { isPss: true } })).toBeUndefined();
    expect(await problem({ signer, signing: { isPss: true, mask: "sha1" } })).toBe("UNSUPPORTED");
  });

  it("whose signed attributes name another type of content has no valid signature", async () => {
    const facts = read(await make({ csca, attributeType: "2.23.136.1.1.2" }));
    expect(facts.securityObject.value?.signatureValid).toBe(false);
  });

  it("states the extended key usages of its signer", async () => {
    const usages = ["2.23.136.1.1.3"];
    const signer = newIdentity({ country: "DE", commonName: "ds", issuer: csca, usages });
    expect(read(await make({ csca, signer })).securityObject.value?.signer.extendedKeyUsages).toEqual(usages);
  });
});

it("of two issuers of one name the one is found whose key signed", () => {
  const [one, other] = [csca, newCsca()];
  const { certificate } = chip.signer;
  expect(one.name).toEqual(other.name);
  expect(issuerOf(certificate, [other.certificate, one.certificate])).toBe(1);
  expect(issuerOf(certificate, [other.certificate])).toBeUndefined();
});

it("a photo of a sample face fits in DG2", async () => {
  const photo = await chipPhoto();
  expect(Buffer.from(read(await make({ csca, image: photo })).faceImage as Uint8Array)).toEqual(
    Buffer.from(photo),
  );
});
