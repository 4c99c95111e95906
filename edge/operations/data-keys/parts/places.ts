import { accountPrefix, encryptAccountAnew } from "../../../accounts/account-secrets.ts";
import { sealedPrefix, VaultError } from "../../../crypto/vault.ts";
import { sealedFor } from "../../../media/kept.ts";
import type { Media } from "../../../media/media.ts";
import type { Mode } from "../../../scope.ts";
import type { Statement } from "../../../store/batch.ts";
import {
  noteSealedBy,
  type RowKey,
  readSealed,
  readSealedObjects,
  replaceSealed,
  SEALED_COLUMNS,
  type SealedColumn,
} from "../../../store/data-keys/sealed-columns.ts";
import { secretContext } from "../../../webhooks/signing/secret.ts";
import type { Services } from "../../commit/context.ts";
import { answerContext } from "../../commit/pending-call.ts";
import { templateContext } from "../../sealed-template.ts";
import { noteContext } from "../../verifications/review-note.ts";

type Sealing = Services<"vault" | "dataKeys">;

/** A value that another key than the newest sealed. Both throw `VaultError` where no key opens it. */
interface Stale {
  open(): Promise<unknown>;
  /** Seals it anew. Returns what is to be committed for it. */
  turn(): Promise<readonly Statement[]>;
}

interface Page {
  readonly stale: readonly Stale[];
  readonly seen: number;
  readonly last: RowKey | null;
}

/** Where sealed values are. */
interface Place {
  readonly name: string;
  /** The next rows after a key. */
  read(services: Sealing, after: RowKey | null): Promise<Page>;
}

/** Rows at once, so many that their values together are a few megabytes at most. */
const TEMPLATES = 250;
const TEXTS = 100;
const ANSWERS = 40;
const PICTURES = 20;

/**
 * Every place where a sealed value is kept, in the order of the sweep. What callers hold is not among them
 * and lapses: challenge tokens, signed links, the dashboard's cookies and forms.
 */
export const PLACES: readonly Place[] = [
  inVault("faceTemplate", TEMPLATES, templateContext),
  inVault("portraitTemplate", TEMPLATES, templateContext),
  inVault("frameTemplate", TEMPLATES, templateContext),
  inVault("webhookSecret", TEXTS, ({ id }) => secretContext(id)),
  inVault("previousWebhookSecret", TEXTS, ({ id }) => secretContext(id)),
  inVault("reviewNote", TEXTS, ({ id }) => noteContext(id)),
  inVault("keptAnswer", ANSWERS, ({ mode, path, key }) =>
    answerContext({ mode: mode as Mode }, { path, key }),
  ),
  ofAccounts("secondFactor"),
  ofAccounts("backupCodes"),
  { name: "picture", read: readPictures },
];

type Columns = typeof SEALED_COLUMNS;
type FactsOf<Name extends keyof Columns> = Readonly<Record<keyof Columns[Name]["facts"], string>>;

/** A column whose values the vault seals. */
function inVault<Name extends Exclude<keyof Columns, "secondFactor" | "backupCodes">>(
  name: Name,
  limit: number,
  contextOf: (facts: FactsOf<Name>) => string,
): Place {
  const column: SealedColumn<"tenantId"> = SEALED_COLUMNS[name];
  return {
    name,
    async read({ db, vault }, after) {
      const prefix = sealedPrefix(vault.keyId);
      const page = await readSealed(db, column, { prefix, after, limit });
      const stale = page.stale.map((row) => {
        const context = contextOf(row.facts as FactsOf<Name>);
        const open = () => vault.open(row.facts, context, row.content as Uint8Array);
        const turn = async () => [
          replaceSealed(db, column, row, await vault.seal(row.facts, context, await open())),
        ];
        return { open, turn };
      });
      return { ...page, stale };
    },
  };
}

/** A column whose values better-auth encrypts. */
function ofAccounts(name: "secondFactor" | "backupCodes"): Place {
  const column: SealedColumn<never> = SEALED_COLUMNS[name];
  return {
    name,
    async read({ db, dataKeys }, after) {
      const prefix = accountPrefix(dataKeys.newest.id);
      const page = await readSealed(db, column, { prefix, after, limit: TEXTS });
      const stale = page.stale.map((row) => {
        const open = () => encryptAccountAnew(dataKeys, row.content as string);
        return { open, turn: async () => [replaceSealed(db, column, row, await open())] };
      });
      return { ...page, stale };
    },
  };
}

/** The objects of the store, each named by one row or more. Without a store none can be turned. */
async function readPictures({ db, vault, media }: Sealing, after: RowKey | null): Promise<Page> {
  const page = await readSealedObjects(db, { keyId: vault.keyId, after, limit: PICTURES });
  const stale = page.stale.map((row) => {
    const context = sealedFor(row.kind, row.objectKey);
    const open = async (sealed: Uint8Array) => vault.open(row, context, sealed);
    return {
      async open() {
        const sealed = await media?.get(row.objectKey);
        if (sealed) await open(sealed);
      },
      async turn() {
        const outcome = await requireMedia(media).replace(row.objectKey, async (sealed) =>
          vault.seal(row, context, await open(sealed)),
        );
        // A pending row's object may still come, sealed by whatever key the writer has.
        const isSettled = outcome === "replaced" || (outcome === "gone" && row.state === "kept");
        return isSettled ? [noteSealedBy(db, row.objectKey, vault.keyId)] : [];
      },
    };
  });
  return { ...page, stale };
}

function requireMedia(media: Media | null): Media {
  if (media === null) throw new VaultError("No object store is bound");
  return media;
}
