/** Folders with more than a dozen names, and the reason of each. */
export const LARGE_FOLDERS: Readonly<Record<string, string>> = {};

/** Modules with more than 300 lines, and the reason of each. */
export const LONG_FILES: Readonly<Record<string, string>> = {};
