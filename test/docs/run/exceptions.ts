/** Pages whose blocks are not run here, each with the test that runs them or the reason. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  "docs/how-to/accept-passports-by-chip.md":
    "needs a chip and a phone; test/acceptance/chip.test.ts makes its calls",
  "docs/how-to/accept-wallet-credentials.md":
    "needs a person at the page; test/capture/browser/wallet.test.ts walks it",
  "docs/how-to/deploy-on-cloudflare.md": "needs an account with Cloudflare",
  "docs/how-to/deploy-on-kubernetes.md": "needs a cluster",
  "docs/how-to/deploy-on-one-host.md":
    "test/stack/production.test.ts runs it; its units need root and systemd",
  "docs/how-to/deploy-with-compose.md": "needs Docker and images",
  "docs/how-to/trust-anchors.md":
    "needs certificates that a state publishes; test/acceptance/trust.test.ts runs its commands",
  "docs/how-to/upgrade.md": "replaces a release of a deployment",
  "docs/how-to/use-a-gpu.md": "needs a GPU",
  "docs/how-to/use-milvus.md": "needs a Milvus server",
};

/** Blocks that the test has run before the page begins, verbatim. */
export const RUN_BY_THE_RIG: readonly string[] = ["npm ci\nnpm start\n", "npm run samples\n"];

/** Languages of blocks that no program here runs: those of phones, and drawings. */
export const UNRUNNABLE: readonly string[] = ["kotlin", "mermaid", "swift"];
