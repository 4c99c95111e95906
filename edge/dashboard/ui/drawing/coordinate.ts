/** A coordinate of a drawing: two decimals are finer than anybody sees. */
export const at = (value: number) => Number(value.toFixed(2));
