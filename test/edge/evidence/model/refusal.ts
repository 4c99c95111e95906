import { ApiError } from "#edge/core/errors.ts";

/** The code with which a call is rejected; null if it is taken. */
export function refusalOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
