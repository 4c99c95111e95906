import { count, isNull } from "drizzle-orm";
import { z } from "zod";
import { faceTemplates } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../../edge/core/scope.ts";
import type { Vault } from "../../../edge/crypto/vault.ts";
import type { GalleryPage } from "../../../edge/inference/gallery.ts";
import { galleryKey } from "../../../edge/operations/commit/inference-use.ts";
import { nextPage, rowOf } from "../../../edge/operations/registrations/search-gallery.ts";
import type { Database } from "../../../edge/store/batch.ts";
import { viewGallery } from "../../../edge/store/results/face-templates.ts";
import { GalleryAway, type GalleryIndex, type Page } from "../../../inference/gallery/gallery-index.ts";
import { MilvusGalleries } from "../../../inference/gallery/milvus/milvus-galleries.ts";
import { listenerVariables } from "../../../inference/settings/listeners.ts";
import {
  galleryFaults,
  gallerySettings,
  galleryVariables,
} from "../../../inference/workers/gallery-settings.ts";
import { readSettings } from "../../../vocabulary/setting-faults.ts";
import { CommandError, type Commands, type OperatorDatabase, type Watch } from "../command.ts";
import { settingsFrom } from "../database.ts";

/** Changes that the server gets at once. */
const PAGE = 1_000;
/** Milliseconds between two lines of progress. */
const REPORT_EVERY = 5_000;

/** The faces of a tenant and mode whose templates have this version, and how many there are. */
interface Gallery {
  readonly scope: Scope;
  readonly version: string;
  readonly faces: number;
}

export const GALLERY_COMMANDS: Commands = {
  "gallery fill": {
    needs: "database",
    summary: "Fills the galleries on a Milvus server from the database, while inference runs",
    details:
      "The settings GALLERY_MILVUS_… name the server. Then start inference with GALLERY_ENGINE=milvus.",
    flags: {},
    run: fillGalleries,
  },
};

async function fillGalleries({ db, context }: OperatorDatabase, _: unknown, watch: Watch) {
  const index = openServer(watch);
  try {
    const filled = [];
    for (const gallery of await galleriesOf(db)) {
      const { tenantId, mode } = gallery.scope;
      const changes = await fill(index, gallery, { db, vault: context().services.vault }, watch);
      filled.push({ tenant_id: tenantId, mode, version: gallery.version, faces: gallery.faces, changes });
    }
    return filled;
  } catch (error) {
    if (error instanceof GalleryAway) throw new CommandError("gallery_away", error.message);
    throw error;
  } finally {
    index.close();
  }
}

/** Follows a gallery's changes to the last one. Returns how many were sent. */
async function fill(
  index: GalleryIndex,
  { scope, version, faces: expected }: Gallery,
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  { report }: Watch,
): Promise<number> {
  const gallery = galleryKey(scope, version);
  const name = `${scope.tenantId} ${scope.mode} ${version}`;
  const request = { gallery, page: undefined, probe: undefined, limit: 1 };
  let answer = await index.answer(request);
  let reportedAt = performance.now();
  for (let sent = 0; ; ) {
    const question = {
      after: rowOf(answer.mark),
      limit: PAGE,
      registrationIds: [],
      version,
      exceptRef: null,
    };
    const view = await viewGallery(db, scope, question);
    const next = await nextPage(vault, { scope, version }, { mark: answer.mark, candidates: [] }, view);
    if (next === null) return sent;
    answer = await index.answer({ ...request, page: toPage(next) });
    sent += next.changes.length;
    if (performance.now() - reportedAt < REPORT_EVERY) continue;
    report(`${name}: ${sent} changes sent, of ${expected} faces`);
    reportedAt = performance.now();
  }
}

const toPage = ({ changes, ...marks }: GalleryPage): Page => ({
  ...marks,
  changes: changes.map(({ registrationId, template }) => ({
    registrationId,
    vector: template === null ? undefined : new Float32Array(template.slice().buffer),
  })),
});

/** Every gallery that has a face. */
async function galleriesOf(db: Database): Promise<Gallery[]> {
  const { tenantId, mode, templateVersion, deletedAt } = faceTemplates;
  const rows = await db
    .select({ tenantId, mode, version: templateVersion, faces: count() })
    .from(faceTemplates)
    .where(isNull(deletedAt))
    .groupBy(tenantId, mode, templateVersion);
  return rows.map(({ version, faces, ...scope }) => ({ scope, version, faces }));
}

const { PLAINTEXT_BEYOND_LOOPBACK } = listenerVariables;
const VARIABLES = z.object({ ...galleryVariables, PLAINTEXT_BEYOND_LOOPBACK });

const NO_SERVER =
  "GALLERY_MILVUS_URL is not set. Only a service whose galleries are on a Milvus server needs this command: others fill themselves";

/** The server, by the settings of inference. */
function openServer({ report, environment }: Watch): GalleryIndex {
  if (!environment.GALLERY_MILVUS_URL) throw new CommandError("setting_missing", NO_SERVER);
  const given = { ...environment, GALLERY_ENGINE: "milvus" };
  const [settings] = settingsFrom(given, (each) => readSettings(VARIABLES, each, [galleryFaults]));
  return new MilvusGalleries(gallerySettings(settings).galleryServer!, ({ event }) =>
    report(`milvus: ${event}`),
  );
}
