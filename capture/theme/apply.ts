import type { Asker } from "../config.ts";

/** The tenant's colours, which the edge has checked for their contrast, for both lights. */
export function applyTheme(root: HTMLElement, { theme }: Asker): void {
  for (const light of ["light", "dark"] as const) {
    const { accent, on_accent: onAccent } = theme[light];
    root.style.setProperty(`--accent-${light}`, accent);
    root.style.setProperty(`--on-accent-${light}`, onAccent);
  }
}
