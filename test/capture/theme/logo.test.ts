import sharp from "sharp";
import { expect, it } from "vitest";
import { logoPhoto } from "#capture/theme/logo.ts";
import { LARGEST_LOGO } from "#edge/capture-settings/fields.ts";

const dataUrl = (content: Uint8Array, type = "image/png") =>
  `data:${type};base64,${Buffer.from(content).toString("base64")}`;
const drawn = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

it("a logo becomes a photo of the page's own, byte for byte", async () => {
  const content = await drawn();
  const photo = logoPhoto(dataUrl(content));
  expect(photo?.type).toBe("image/png");
  expect(Buffer.from(await photo!.arrayBuffer())).toEqual(content);
});

it("the largest logo that the service keeps is taken, and no larger one", async () => {
  const { bytes } = LARGEST_LOGO;
  const of = async (length: number) => dataUrl(Buffer.concat([await drawn()], length));
  expect(logoPhoto(await of(bytes))?.size).toBe(bytes);
  expect(logoPhoto(await of(bytes + 3))).toBeNull();
});

it("a file that is not a PNG is not shown, whatever its declared type", async () => {
  const content = await drawn();
  const wrong = [
    dataUrl(content, "image/svg+xml"),
    dataUrl(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")),
    `${dataUrl(content)}"><script>`,
    "https://elsewhere.example/logo.png",
    "data:image/png;base64,AAAA=",
    "",
  ];
  expect(wrong.map(logoPhoto)).toEqual(wrong.map(() => null));
});
