import { describe, expect, it } from "vitest";
import { openHpke } from "#edge/credentials/hpke.ts";
import { browserTranscript, redirectTranscript } from "#edge/credentials/mdoc/transcripts.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const hex = (of: Uint8Array) => Buffer.from(of).toString("hex");
const base64url = (text: string) => Buffer.from(text, "hex").toString("base64url");

/** The example of OpenID4VP 1.0, B.2.6. */
const EXAMPLE = {
  nonce: "exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA",
  thumbprint: bytes("4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047"),
};

describe("the published vectors hold", () => {
  it("of OpenID4VP 1.0 B.2.6.2: a page's session transcript", async () => {
    expect(hex(await browserTranscript({ ...EXAMPLE, origin: "https://example.com" }))).toBe(
      "83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a",
    );
  });

  it("of OpenID4VP 1.0 B.2.6.1: a link's session transcript", async () => {
    const of = {
      ...EXAMPLE,
      clientId: "x509_san_dns:example.com",
      responseUri: "https://example.com/response",
    };
    expect(hex(await redirectTranscript(of))).toBe(
      "83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac",
    );
  });

  it("of RFC 9180 A.3.1: HPKE for P-256 in base mode", async () => {
    const point =
      "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0";
    const key = {
      ...{ kty: "EC", crv: "P-256", x: base64url(point.slice(2, 66)), y: base64url(point.slice(66)) },
      d: base64url("f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2"),
    };
    const encrypted = {
      enc: bytes(
        "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4",
      ),
      cipherText: bytes(
        "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434",
      ),
      info: bytes("4f6465206f6e2061204772656369616e2055726e"),
      aad: bytes("436f756e742d30"),
    };
    const content = Buffer.from(await openHpke(key, encrypted)).toString();
    expect(content).toBe("Beauty is truth, truth beauty");
  });
});
