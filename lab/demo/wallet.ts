import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { programArguments } from "../../local/arguments.ts";
import { makeFolder } from "../../local/folder.ts";
import { type Identity, pemOf } from "../../test/harness/trust/certificates.ts";
import { type CredentialIssuer, makeIssuer } from "../../test/harness/wallet/issuer.ts";
import { HOLDER, makeWallet } from "../../test/harness/wallet/wallet.ts";

const HELP = `Usage: npm run wallet -- issuer [FOLDER]
       npm run wallet -- answer LINK [--folder FOLDER] [--kind mdl|pid] [--portrait FILE]

A wallet with an invented holder, and the issuer of its credential, to try a deployment in test mode.

issuer  makes an issuer in FOLDER (default .local/wallet), and writes its CA to FOLDER/iaca.pem. Trust it by
        npm run admin -- trust import FOLDER/iaca.pem --kind iaca --mode test
answer  answers the link of the capture page, or the wallet_url of a credential request

  --folder FOLDER   where the issuer is (default .local/wallet)
  --kind KIND       mdl: a mobile driving licence; pid: EU identity data as an SD-JWT (default mdl)
  --portrait FILE   a JPEG of the holder; without it a person decides about the face
`;

const FOLDER = ".local/wallet";

interface KeptIdentity {
  readonly name: Identity["name"];
  readonly privateKey: string;
  readonly certificate: string;
  readonly sha256: string;
  readonly subjectKeyId: string;
}

const kept = ({ name, privateKey, certificate, sha256, subjectKeyId }: Identity): KeptIdentity => ({
  ...{ name, sha256, subjectKeyId, certificate: Buffer.from(certificate).toString("base64") },
  privateKey: privateKey.export({ format: "pem", type: "pkcs8" }) as string,
});

function opened({ privateKey, certificate, ...named }: KeptIdentity): Identity {
  const key = createPrivateKey(privateKey);
  const bytes = new Uint8Array(Buffer.from(certificate, "base64"));
  return { ...named, privateKey: key, publicKey: createPublicKey(key), certificate: bytes };
}

async function writeIssuer(folder: string): Promise<void> {
  await makeFolder(resolve(folder));
  const { ca, signer } = makeIssuer();
  const text = JSON.stringify({ ca: kept(ca), signer: kept(signer) });
  await writeFile(join(folder, "issuer.json"), text, { mode: 0o600 });
  await writeFile(join(folder, "iaca.pem"), pemOf(ca.certificate));
  process.stdout.write(`The issuer's CA is ${join(folder, "iaca.pem")}.\n`);
}

async function readIssuer(folder: string): Promise<CredentialIssuer> {
  const text = await readFile(join(folder, "issuer.json"), "utf8").catch(() => {
    throw new Error(`no_issuer: ${folder} has no issuer. Make one: npm run wallet -- issuer ${folder}`);
  });
  const { ca, signer } = JSON.parse(text) as Record<"ca" | "signer", KeptIdentity>;
  return { ca: opened(ca), signer: opened(signer) };
}

interface Options {
  readonly folder: string;
  readonly kind: string;
  readonly portrait: string | undefined;
}

async function answer(link: string, { folder, kind, portrait }: Options): Promise<void> {
  const uri = URL.canParse(link) ? new URL(link).searchParams.get("request_uri") : null;
  if (uri === null) throw new Error("invalid_link: LINK must be an openid4vp link with a request_uri.");
  const photo = portrait === undefined ? {} : { portrait: new Uint8Array(await readFile(portrait)) };
  const wallet = makeWallet({
    ...(kind === "pid" ? { kind: "pid", format: "dc+sd-jwt" } : { kind: "mdl" }),
    issuer: await readIssuer(folder),
    holder: { ...HOLDER, ...photo },
  });
  const fetched = await fetch(uri);
  if (!fetched.ok) throw new Error(`no_request: the service answers ${fetched.status}. The link is over.`);
  const { uri: responseUri, response } = await wallet.answerLink(await fetched.text());
  const sent = await fetch(responseUri, { method: "POST", body: new URLSearchParams({ response }) });
  if (!sent.ok) throw new Error(`not_accepted: the service answers ${sent.status}.`);
  process.stdout.write("The wallet has answered. The page continues.\n");
}

async function main(): Promise<void> {
  const options = {
    help: {},
    folder: { value: "FOLDER" },
    kind: { value: "KIND" },
    portrait: { value: "FILE" },
  };
  const { values, positionals } = programArguments("npm run wallet", options, { most: 2 });
  const [verb, what] = positionals;
  if (verb === "issuer") return writeIssuer(what ?? FOLDER);
  if (verb === "answer" && what !== undefined && values.help === undefined) {
    const { folder = FOLDER, kind = "mdl", portrait } = values as Partial<Record<string, string>>;
    return answer(what, { folder, kind, portrait });
  }
  process.stdout.write(HELP);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
