// AssemblyScript: TypeScript's syntax, compiled to WebAssembly with SIMD by `npm run generate`. Kernels have
// no state. Addresses are bytes in the module's memory; pixels are red, green, blue, 8 bits each. Kernels
// read and write up to 15 bytes beyond their pixels.

/** Bits behind the point of a weight in a table; the weights of a pixel add up to 1. */
const WEIGHT_BITS: i32 = 14;

/** The bytes of two pixels side by side as pairs: red, red, green, green, blue, blue; 16 bits each. */
const PAIRS = i8x16(
  0, -1, 3, -1,
  1, -1, 4, -1,
  2, -1, 5, -1,
  -1, -1, -1, -1,
);
/** Of four pixels, two and two as pairs of bytes. */
const HALVES = i8x16(
  0, 3, 1, 4, 2, 5,
  6, 9, 7, 10, 8, 11,
  -1, -1, -1, -1,
);
/** Four pixels without the byte between them. */
const CLOSED = i8x16(
  0, 1, 2,
  4, 5, 6,
  8, 9, 10,
  12, 13, 14,
  -1, -1, -1, -1,
);
const COLUMNS = f32x4(0, 1, 2, 3);

/**
 * Bilinear, four pixels at a time: each pixel of the target is seen at the transform's place in the source.
 * Places are kept within 0..`mostX` and 0..`mostY`, which have a pixel to their right and below each.
 */
export function sample(
  source: usize, stride: i32, mostX: f32, mostY: f32,
  target: usize, width: i32, height: i32, firstX: f64, firstY: f64,
  t0: f64, t1: f64, t2: f64, t3: f64, t4: f64, t5: f64, t6: f64, t7: f64, t8: f64,
): void {
  const isAffine = t6 == 0 && t7 == 0 && t8 == 1;
  const x = firstX + 0.5;
  for (let row = 0; row < height; row++) {
    const y = firstY + row + 0.5;
    const fromX = f32x4.splat(<f32>(t0 * x + t1 * y + t2));
    const fromY = f32x4.splat(<f32>(t3 * x + t4 * y + t5));
    const fromW = f32x4.splat(<f32>(t6 * x + t7 * y + t8));
    let to = target + row * width * 3;
    for (let column = 0; column < width; column += 4, to += 12) {
      const columns = f32x4.add(COLUMNS, f32x4.splat(<f32>column));
      let placeX = f32x4.add(f32x4.mul(columns, f32x4.splat(<f32>t0)), fromX);
      let placeY = f32x4.add(f32x4.mul(columns, f32x4.splat(<f32>t3)), fromY);
      if (!isAffine) {
        const w = f32x4.add(f32x4.mul(columns, f32x4.splat(<f32>t6)), fromW);
        placeX = f32x4.div(placeX, w);
        placeY = f32x4.div(placeY, w);
      }
      placeX = within(placeX, mostX);
      placeY = within(placeY, mostY);
      const left = i32x4.relaxed_trunc_f32x4_s(placeX);
      const above = i32x4.relaxed_trunc_f32x4_s(placeY);
      const places = i32x4.add(i32x4.mul(above, i32x4.splat(stride)), i32x4.mul(left, i32x4.splat(3)));
      const share = f32x4.sub(placeX, f32x4.convert_i32x4_s(left));
      const right = i32x4.relaxed_trunc_f32x4_s(f32x4.mul(share, f32x4.splat(<f32>(1 << WEIGHT_BITS))));
      // The weights of a pixel and of the one to its right, 16 bits each.
      const across = i32x4.add(i32x4.splat(1 << WEIGHT_BITS), i32x4.sub(i32x4.shl(right, 16), right));
      const down = f32x4.sub(placeY, f32x4.convert_i32x4_s(above));
      const a = pixelAt(source + i32x4.extract_lane(places, 0), stride, i8x16.shuffle(across, across, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3), i8x16.shuffle(down, down, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3));
      const b = pixelAt(source + i32x4.extract_lane(places, 1), stride, i8x16.shuffle(across, across, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7), i8x16.shuffle(down, down, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7));
      const c = pixelAt(source + i32x4.extract_lane(places, 2), stride, i8x16.shuffle(across, across, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11), i8x16.shuffle(down, down, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11));
      const d = pixelAt(source + i32x4.extract_lane(places, 3), stride, i8x16.shuffle(across, across, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15), i8x16.shuffle(down, down, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15));
      const colours = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d));
      v128.store(to, i8x16.relaxed_swizzle(colours, CLOSED));
    }
  }
}

/** Places of the middles of pixels as indexes between 0 and `most`. What is not a number becomes 0. */
function within(places: v128, most: f32): v128 {
  const indexes = f32x4.sub(places, f32x4.splat(0.5));
  return f32x4.pmin(f32x4.splat(most), f32x4.pmax(f32x4.splat(0), indexes));
}

/** The colour between a pixel, the one to its right and the two below, 32 bits a channel. */
function pixelAt(at: usize, stride: i32, across: v128, down: v128): v128 {
  const upper = i32x4.dot_i16x8_s(i8x16.relaxed_swizzle(v128.load64_zero(at), PAIRS), across);
  const lower = i32x4.dot_i16x8_s(i8x16.relaxed_swizzle(v128.load64_zero(at + stride), PAIRS), across);
  const more = f32x4.mul(f32x4.convert_i32x4_s(i32x4.sub(lower, upper)), down);
  const sum = i32x4.add(i32x4.add(upper, i32x4.relaxed_trunc_f32x4_s(more)), i32x4.splat(1 << (WEIGHT_BITS - 1)));
  return i32x4.shr_s(sum, WEIGHT_BITS);
}

/** The mean of 2 × 2 pixels for each of the target. */
export function halve(source: usize, stride: i32, target: usize, width: i32, height: i32): void {
  for (let row = 0; row < height; row++) {
    let from = source + row * 2 * stride;
    let to = target + row * width * 3;
    for (let column = 0; column < width; column += 2, from += 12, to += 6) {
      const above = pairsOf(from);
      const below = pairsOf(from + stride);
      const sum = i16x8.add(i16x8.add(above, below), i16x8.splat(2));
      const mean = i16x8.shr_u(sum, 2);
      v128.store64_lane(to, i8x16.narrow_i16x8_u(mean, mean), 0);
    }
  }
}

/** Sums of pixels side by side, 16 bits a channel. */
function pairsOf(at: usize): v128 {
  return i16x8.extadd_pairwise_i8x16_u(i8x16.relaxed_swizzle(v128.load(at), HALVES));
}

/**
 * Weighted means of rows of `bytes` bytes. The table has for each row of the target the address of its first
 * row, relative to the source, and `pairs` pairs of weights of 16 bits.
 */
export function mixRows(
  source: usize, stride: i32, target: usize, targetStride: i32, bytes: i32, rows: i32, table: usize, pairs: i32,
): void {
  for (let row = 0; row < rows; row++, table += 4 + pairs * 4) {
    const first = source + load<i32>(table);
    const to = target + row * targetStride;
    for (let at = 0; at < bytes; at += 8) {
      let low = i32x4.splat(1 << (WEIGHT_BITS - 1));
      let high = low;
      let from = first + at;
      for (let pair = 1; pair <= pairs; pair++, from += 2 * stride) {
        const weights = v128.load32_splat(table + pair * 4);
        const a = v128.load8x8_u(from);
        const b = v128.load8x8_u(from + stride);
        low = i32x4.add(low, i32x4.dot_i16x8_s(i8x16.shuffle(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23), weights));
        high = i32x4.add(high, i32x4.dot_i16x8_s(i8x16.shuffle(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31), weights));
      }
      const mean = i16x8.narrow_i32x4_s(i32x4.shr_s(low, WEIGHT_BITS), i32x4.shr_s(high, WEIGHT_BITS));
      v128.store64_lane(to + at, i8x16.narrow_i16x8_u(mean, mean), 0);
    }
  }
}

/** The same of columns; the table has the address of a pixel's first column. */
export function mixColumns(
  source: usize, stride: i32, target: usize, width: i32, rows: i32, table: usize, pairs: i32,
): void {
  let to = target;
  for (let row = 0; row < rows; row++, source += stride) {
    let entry = table;
    for (let column = 0; column < width; column++, entry += 4 + pairs * 4, to += 3) {
      let sum = i32x4.splat(1 << (WEIGHT_BITS - 1));
      let from = source + load<i32>(entry);
      for (let pair = 1; pair <= pairs; pair++, from += 6) {
        const pixels = i8x16.relaxed_swizzle(v128.load64_zero(from), PAIRS);
        sum = i32x4.add(sum, i32x4.dot_i16x8_s(pixels, v128.load32_splat(entry + pair * 4)));
      }
      v128.store32_lane(to, bytesOf(i32x4.shr_s(sum, WEIGHT_BITS)), 0);
    }
  }
}

/** Four numbers of 32 bits as bytes, in the lowest lane. */
function bytesOf(values: v128): v128 {
  const words = i16x8.narrow_i32x4_s(values, values);
  return i8x16.narrow_i16x8_u(words, words);
}

/**
 * Red, green and blue of 16 pixels or more, each in a plane of `pixels` bytes, one plane after another.
 */
export function planes(source: usize, target: usize, pixels: i32): void {
  for (let at = 0; at < pixels; at += 16) {
    const first = min(at, pixels - 16);
    const from = source + first * 3;
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const to = target + first;
    // Every third byte of 48, from the first, the second and the third on.
    v128.store(to, i8x16.shuffle(i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0), c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29));
    v128.store(to + pixels, i8x16.shuffle(i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0), c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30));
    v128.store(to + 2 * pixels, i8x16.shuffle(i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0), c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31));
  }
}

/** Five pixels, the last one first. */
const REVERSED = i8x16(12, 13, 14, 9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2, -1);

/** The pixels in reverse order. Reads up to 12 bytes before the first one. */
export function reverse(source: usize, target: usize, pixels: i32): void {
  let from = source + (pixels - 5) * 3;
  for (let to = target; to < target + pixels * 3; to += 15, from -= 15) {
    v128.store(to, i8x16.swizzle(v128.load(from), REVERSED));
  }
}

/** The greatest of each of `count` float32 and the two before and after it, `step` values apart. */
export function greatestOfFive(values: usize, step: i32, target: usize, count: i32): void {
  const one = step * 4;
  for (let at = 0; at < count * 4; at += 16) {
    const from = values + at;
    const before = f32x4.pmax(v128.load(from - 2 * one), v128.load(from - one));
    const after = f32x4.pmax(v128.load(from + one), v128.load(from + 2 * one));
    v128.store(target + at, f32x4.pmax(v128.load(from), f32x4.pmax(before, after)));
  }
}

/**
 * The fourth greatest of each set of six values, for `count` sets, rounded up to fours; a set is six indexes
 * of float32.
 */
export function fourthOfSix(values: usize, sets: usize, target: usize, count: i32): void {
  for (let set = 0; set < count; set += 4, sets += 96, target += 16) {
    const a = valuesAt(values, sets);
    const b = valuesAt(values, sets + 4);
    const c = valuesAt(values, sets + 8);
    const d = valuesAt(values, sets + 12);
    const e = valuesAt(values, sets + 16);
    const f = valuesAt(values, sets + 20);
    // The third smallest: the greatest of one three, of the other, or of the two smallest and the smallest.
    const wholes = f32x4.pmin(greatestOf(a, b, c), greatestOf(d, e, f));
    const one = f32x4.pmax(middleOf(a, b, c), leastOf(d, e, f));
    const other = f32x4.pmax(leastOf(a, b, c), middleOf(d, e, f));
    v128.store(target, f32x4.pmin(wholes, f32x4.pmin(one, other)));
  }
}

/** The values of four sets at the same place of each. */
function valuesAt(values: usize, at: usize): v128 {
  let four = v128.load32_zero(values + 4 * load<u32>(at));
  four = v128.load32_lane(values + 4 * load<u32>(at, 24), four, 1);
  four = v128.load32_lane(values + 4 * load<u32>(at, 48), four, 2);
  return v128.load32_lane(values + 4 * load<u32>(at, 72), four, 3);
}

function leastOf(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmin(f32x4.pmin(a, b), c);
}

function greatestOf(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmax(f32x4.pmax(a, b), c);
}

function middleOf(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmax(f32x4.pmin(a, b), f32x4.pmin(f32x4.pmax(a, b), c));
}

/** Red and green of four pixels side by side, 16 bits each; then blue, 32 bits each. */
const RED_GREEN = i8x16(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1);
const BLUE = i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1);

/** Rec. 601 luma of four pixels. The thousandths are whole, so that only the quotient is rounded. */
function lumaOf(pixels: v128): v128 {
  const redGreen = i32x4.dot_i16x8_s(i8x16.swizzle(pixels, RED_GREEN), i16x8(299, 587, 299, 587, 299, 587, 299, 587));
  const blue = i32x4.mul(i8x16.swizzle(pixels, BLUE), i32x4.splat(114));
  return f32x4.div(f32x4.convert_i32x4_s(i32x4.add(redGreen, blue)), f32x4.splat(1000));
}

/** Rec. 601 luma of each pixel, float32. */
export function luma(source: usize, target: usize, pixels: i32): void {
  for (let at = 0; at < pixels; at += 4, source += 12, target += 16) {
    v128.store(target, lumaOf(v128.load(source)));
  }
}

/**
 * The same of `count` blocks of 8 x 8 pixels side by side, a block after another; zeros in a block with a
 * channel up to `dark` or from `bright` on.
 */
export function lumaBlocks(source: usize, stride: i32, target: usize, count: i32, dark: i32, bright: i32): void {
  for (let block = 0; block < count; block++, source += 24, target += 256) {
    let least = i8x16.splat(-1);
    let most = i8x16.splat(0);
    let to = target;
    for (let from = source; from < source + 8 * stride; from += stride, to += 32) {
      const left = v128.load(from);
      const right = v128.load(from, 8);
      least = i8x16.min_u(least, i8x16.min_u(left, right));
      most = i8x16.max_u(most, i8x16.max_u(left, right));
      v128.store(to, lumaOf(left));
      v128.store(to, lumaOf(i8x16.shuffle(right, right, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0)), 16);
    }
    const isClipped = v128.or(i8x16.le_u(least, i8x16.splat(<i8>dark)), i8x16.ge_u(most, i8x16.splat(<i8>bright)));
    if (v128.any_true(isClipped)) memory.fill(target, 0, 256);
  }
}
