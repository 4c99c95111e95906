/**
 * The characters of a PaddleOCR recogniser by class: class 0 is CTC's blank (an empty string here), then the
 * dictionary's lines in order, then the space. Throws when the file has no lines.
 */
export function readDictionary(content: Uint8Array): readonly string[] {
  const lines = new TextDecoder().decode(content).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) throw new Error("the dictionary holds no characters");
  return ["", ...lines.map((line) => line.replace(/\r$/, "")), " "];
}
