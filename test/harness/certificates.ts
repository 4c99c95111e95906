import { generate } from "selfsigned";

export interface Authority {
  /** Its own certificate, as PEM. */
  readonly ca: string;
  /** A certificate for this machine, and its key. */
  leaf(): Promise<{ readonly cert: string; readonly private: string }>;
}

/** A CA that no client trusts by default. Certificates are valid since yesterday, for slow clocks. */
export async function newAuthority(): Promise<Authority> {
  const notBeforeDate = new Date(Date.now() - 24 * 3_600_000);
  const usual = { keyType: "ec" as const, algorithm: "sha256", notBeforeDate };
  const root = await generate([{ name: "commonName", value: "Selfsame test CA" }], {
    ...usual,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const altNames = [
    { type: 7 as const, ip: "127.0.0.1" },
    { type: 2 as const, value: "localhost" },
  ];
  return {
    ca: root.cert,
    leaf: () =>
      generate([{ name: "commonName", value: "127.0.0.1" }], {
        ...usual,
        ca: { key: root.private, cert: root.cert },
        extensions: [
          { name: "basicConstraints", cA: false },
          { name: "subjectAltName", altNames },
        ],
      }),
  };
}
