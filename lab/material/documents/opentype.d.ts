/** The part of opentype.js that specimens draw with; the package ships no types. */
declare module "opentype.js" {
  export interface PathCommand {
    readonly type: "M" | "L" | "Q" | "C" | "Z";
    readonly x1?: number;
    readonly y1?: number;
    readonly x2?: number;
    readonly y2?: number;
    readonly x?: number;
    readonly y?: number;
  }
  export interface Glyph {
    readonly advanceWidth?: number;
    getBoundingBox(): { readonly y1: number; readonly y2: number };
    getPath(x: number, y: number, fontSize: number): { readonly commands: readonly PathCommand[] };
  }
  export interface Font {
    readonly unitsPerEm: number;
    charToGlyph(character: string): Glyph;
    /** 0 if the font does not have the character. */
    charToGlyphIndex(character: string): number;
  }
  const opentype: { parse(content: ArrayBuffer): Font };
  export default opentype;
}
