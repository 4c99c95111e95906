import { photographByDay } from "./cameras/daylight-phone.ts";
import { scanOnFlatbed } from "./cameras/flatbed.ts";
import { photographByNight } from "./cameras/night-phone.ts";
import { scanByApp } from "./cameras/scanning-app.ts";
import { takeByWebcam } from "./cameras/webcam.ts";
import { printHologram } from "./cards/hologram.ts";
import { printInterference } from "./cards/interference.ts";
import { printRosetteLicence } from "./cards/rosette-licence.ts";
import { printTiled } from "./cards/tiled.ts";
import { printWavePage } from "./cards/wave-page.ts";
import { LAYERS } from "./editors/layers.ts";
import { PHONE_APP } from "./editors/phone-app.ts";
import { RETOUCHER } from "./editors/retoucher.ts";
import { SPLICER } from "./editors/splicer.ts";
import { STAMP } from "./editors/stamp.ts";
import type { Generator } from "./generator.ts";

/**
 * Generators of uploads that share nothing but the interface, the fonts, the names and the faces: a card, a
 * camera and an editor each. Rules fitted on some of them are measured on one that is left out.
 */
export const GENERATORS: readonly Generator[] = [
  { name: "daylight", print: printWavePage, capture: photographByDay, editor: RETOUCHER },
  { name: "night", print: printRosetteLicence, capture: photographByNight, editor: PHONE_APP },
  { name: "flatbed", print: printInterference, capture: scanOnFlatbed, editor: SPLICER },
  { name: "webcam", print: printHologram, capture: takeByWebcam, editor: STAMP },
  { name: "app", print: printTiled, capture: scanByApp, editor: LAYERS },
];
