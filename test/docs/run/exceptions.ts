/** Pages whose blocks are not run here, each with the test that runs them or the reason. */
export const NOT_RUN: Readonly<Record<string, string>> = {};

/** Blocks that the test has done before the page begins, as they stand there. */
export const RUN_BY_THE_RIG: readonly string[] = ["npm ci\nnpm start\n", "npm run samples\n"];

/** Languages of blocks that no program here runs: those of phones, and drawings. */
export const UNRUNNABLE: readonly string[] = ["kotlin", "mermaid", "swift"];
