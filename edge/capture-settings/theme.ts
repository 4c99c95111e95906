/** The colours of one colour scheme: of buttons and links, and of the text on them. */
interface Colours {
  readonly accent: string;
  readonly on_accent: string;
}

/** The page's background behind the accent. */
const GROUNDS = { light: "#ffffff", dark: "#0f141a" } as const;
/** The contrast of text that WCAG 2.2 requires at level AA (1.4.3). */
const LEAST_CONTRAST = 4.5;
const STEPS = 40;
/** The service's default colour. */
const HOUSE_ACCENT = "#1259b5";

/**
 * A tenant's colour as the page uses it. A colour with too little contrast to the background is darkened (or
 * lightened in the dark scheme) just enough to be readable: so no colour is rejected, and none is illegible.
 */
export const themeOf = (accent: string | null) => ({
  light: legible(accent ?? HOUSE_ACCENT, GROUNDS.light, "#000000"),
  dark: legible(accent ?? HOUSE_ACCENT, GROUNDS.dark, "#ffffff"),
});

function legible(wanted: string, ground: string, towards: string): Colours {
  const tried = Array.from({ length: STEPS + 1 }, (_, step) => mix(wanted, towards, step / STEPS));
  const accent = tried.find((colour) => contrast(colour, ground) >= LEAST_CONTRAST) ?? towards;
  // An accent that is readable on the background can carry text in the background's colour.
  return { accent, on_accent: ground };
}

/** The contrast of two colours as WCAG 2.2 defines it: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const mix = (from: string, to: string, share: number): string => {
  const target = channels(to);
  const mixed = channels(from).map((value, i) => Math.round(value + (target[i]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
};

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
