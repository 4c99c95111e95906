/** Where the pieces gather on the other machine, which keeps nothing else between calls. */
const THERE = "/tmp/selfsame-gpu";

interface Call {
  readonly command: string;
  readonly carry: readonly string[];
}

/** Seconds for each part of the run: two that hang still leave a call, of 600 s at most, its figures. */
const LIMIT = 270;

/** The calls that bring every piece to the other machine, and run there with the last one. */
export function plan(pieces: readonly string[], provider: "cuda" | "cpu"): Call[] {
  return pieces.map((piece, i) => {
    const keep = `python3 tools/gpu/carry/join.py keep ${piece} ${THERE}`;
    const run = `python3 tools/gpu/carry/join.py run ${THERE} --provider ${provider} --limit ${LIMIT} --out "$OUT/gpu.json"`;
    return { command: i < pieces.length - 1 ? keep : `${keep} && ${run}`, carry: [piece] };
  });
}
