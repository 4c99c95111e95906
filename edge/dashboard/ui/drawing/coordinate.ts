/** A coordinate of a drawing, rounded to two decimals, which is finer than visible. */
export const at = (value: number) => Number(value.toFixed(2));
