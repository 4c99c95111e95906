/** The part of opentype.js that specimens draw with; the package ships no types. */
declare module "opentype.js" {
  export interface Glyph {
    readonly advanceWidth?: number;
    getPath(x: number, y: number, fontSize: number): { toPathData(decimals: number): string };
  }
  export interface Font {
    readonly unitsPerEm: number;
    charToGlyph(character: string): Glyph;
  }
  const opentype: { parse(content: ArrayBuffer): Font };
  export default opentype;
}
