import { type Camera, CameraError, openCamera } from "../../sdk/client/browser/camera/index.ts";
import { prepareFile } from "../../sdk/client/browser/image/index.ts";
import { isSelfsameError } from "../../sdk/client/src/index.ts";
import { type Access, readPage } from "../access/access.ts";
import { remedyOf } from "../machine/failures.ts";
import type { Command, Event, Recognition } from "../machine/messages.ts";
import { situationOf } from "../machine/situation.ts";
import type { CameraOffer, Facing, FileFault, Side } from "../machine/state.ts";
import type { Album } from "./album.ts";
import { createSignal, FAULTS, takeFrames } from "./camera.ts";
import { askBrowser } from "./digital-credentials.ts";
import { faultOfFile } from "./file-fault.ts";

/** Pixels: the service rejects a photo with a shorter side (contract §4.1). */
const SHORTEST_SIDE = 200;

type CredentialBody = Parameters<Access["client"]["credential"]>[1];
type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;
type Handlers = { readonly [Type in Command["type"]]: (command: CommandOf<Type>) => void | Promise<void> };

interface Tools {
  readonly access: Access;
  readonly album: Album;
  readonly dispatch: (event: Event) => void;
  /** Whether this task is still the current one. */
  readonly isWanted: (task: number) => boolean;
  /** The language that the person has chosen on the page; null before they do. */
  readonly chosenLanguage: () => string | null;
}

/** Runs the machine's commands and feeds it their events: the only module with a network. */
export function createRunner({ access, album, dispatch, isWanted, chosenLanguage }: Tools) {
  const { client } = access;
  let camera: Camera | undefined;
  /** Of a challenge with closed eyes. */
  const signal = createSignal();
  /** Whether the person closes their eyes for the photos. */
  let isBlind = false;
  const close = () => {
    camera?.stop();
    camera = undefined;
  };
  const call = async (task: number, work: () => Promise<Event>) => {
    try {
      dispatch(await work());
    } catch (error) {
      dispatch(await endOf(error).then((end) => ({ ...end, task })));
    }
  };
  /** If the access has ended, this device may have withdrawn its consent. */
  const endOf = async (error: unknown) => {
    const failure = failureOf(error);
    if (remedyOf(failure.code) !== "closed") return failure;
    // A withdrawal deletes the link: for one that has expired there is no receipt.
    if (failure.code === "link_expired") return { ...failure, stands: true };
    try {
      const receipt = await access.receipt();
      return receipt === null ? failure : ({ type: "consent_withdrawn", ...receipt } as const);
    } catch (unanswered) {
      const other = failureOf(unanswered);
      // Without an answer it is unknown: the person may retry.
      return remedyOf(other.code) === "closed" ? { ...failure, stands: true } : other;
    }
  };
  const film = async (task: number, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      dispatch({
        type: "camera_failed",
        task,
        why: error instanceof CameraError ? FAULTS[error.code] : "silent",
      });
    }
  };
  const introduce = async (task: number): Promise<Event> => {
    const page = await readPage(access, chosenLanguage());
    const introduction = { page, lasts: access.lasts, followsComputer: access.handoff !== null };
    return { type: "introduced", task, introduction };
  };
  const read = async (task: number): Promise<Event> => {
    const about = (await access.handoff?.claim()) ?? null;
    if (about !== null) return { type: "handoff_claimed", task, about };
    if (!(await access.isBegun()))
      return { type: "situation_read", task, situation: { type: "consent", isNew: true } };
    const id = await access.verificationId();
    return { type: "situation_read", task, situation: situationOf(await client.next(id), id) };
  };
  const sendCredential = async (task: number, id: string, body: CredentialBody): Promise<Event> => {
    await client.credential(id, body);
    const situation = situationOf(await client.next(id), id);
    return { type: "document_sent", task, situation, needsBack: false };
  };

  const handlers: Handlers = {
    read_situation: async ({ task, afterMs, introduces }) => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await call(task, async () => {
        if (introduces) dispatch(await introduce(task));
        return read(task);
      });
    },
    read_page: ({ task }) => call(task, () => introduce(task)),
    give_consent: ({ task, shown, recognition }) =>
      call(task, async () => {
        const { version, sha256, locale } = shown;
        const agreed = { version, sha256, locale, ...(recognition !== null && purposesOf(recognition)) };
        await client.consent(await access.verificationId(), agreed);
        return read(task);
      }),
    send_contest: ({ task, statement }) =>
      call(task, async () => {
        const id = await access.verificationId();
        const situation = situationOf(await client.contest(id, { statement }), id);
        return { type: "situation_read", task, situation };
      }),
    withdraw_consent: ({ task }) =>
      call(task, async () => {
        const { receipt_id: receiptId } = await client.withdrawConsent(await access.verificationId());
        return { type: "consent_withdrawn", task, receiptId, asker: null };
      }),
    open_camera: ({ task, facing, lens }) => {
      close();
      return film(task, async () => {
        // The camera may be taken away before it is handed over: then it is not the open one any more.
        let opened: Camera | undefined;
        opened = await openCamera({
          facing,
          ...(lens !== null && { deviceId: lens }),
          onInterrupted: () => {
            if (opened !== undefined && camera === opened) dispatch({ type: "camera_interrupted" });
          },
        });
        if (!isWanted(task)) return opened.stop();
        camera = opened;
        dispatch({ type: "camera_opened", task, offer: offerOf(opened, facing) });
      });
    },
    set_torch: async ({ task, on }) => {
      if ((await camera?.torch(on)) === true) dispatch({ type: "torch_set", task, on });
    },
    close_camera: close,
    take_photo: ({ task, side }) =>
      film(task, async () => {
        if (camera === undefined) throw new CameraError("camera_closed");
        const { blob } = await camera.frame();
        if (!isWanted(task)) return;
        album.keep(side, blob);
        dispatch({ type: "photo_taken", task });
      }),
    take_frames: ({ task, mode }) =>
      film(task, async () => {
        if (camera === undefined) throw new CameraError("camera_closed");
        const frames = await takeFrames(camera, mode, {
          stage: (stage) => dispatch({ type: "stage_reached", task, stage }),
          taken: () => isBlind && signal.photo(),
          isWanted: () => isWanted(task),
        });
        if (frames === null) return;
        if (isBlind) signal.end();
        album.keepFrames(frames);
        dispatch({ type: "frames_taken", task });
      }),
    ask_wallet: ({ task }) =>
      call(task, async () => {
        const id = await access.verificationId();
        const { request_id: requestId, requests, wallet_url: url } = await client.requestCredential(id);
        const answer = await askBrowser(requests);
        if (answer === "unknown") {
          return url === null
            ? { type: "wallet_failed", task, why: "unavailable" }
            : { type: "wallet_linked", task, requestId, url };
        }
        if (answer === "declined") return { type: "wallet_failed", task, why: "declined" };
        return sendCredential(task, id, { request_id: requestId, ...answer });
      }),
    follow_wallet: async ({ task, requestId, afterMs }) => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      if (!isWanted(task)) return;
      await call(task, async () => {
        const id = await access.verificationId();
        const { state } = await client.credentialRequest(id, requestId);
        if (state === "waiting") return { type: "wallet_waits", task, requestId };
        if (state !== "answered") return { type: "wallet_failed", task, why: "declined" };
        return sendCredential(task, id, { request_id: requestId, protocol: "direct_post" });
      });
    },
    ask_challenge: ({ task }) => {
      isBlind = false;
      signal.open();
      return call(task, async () => {
        const { action, challenge_token: token } = await client.challenge();
        isBlind = action === "blink";
        album.challengeToken = token;
        return { type: "challenge_given", task, action };
      });
    },
    send_document: ({ task, kind, kept }) =>
      call(task, async () => {
        const [front, back] = (["front", "back"] as const).map((side) =>
          kept[side] === undefined ? undefined : album.photo(side)?.blob,
        );
        const id = await access.verificationId();
        const { needs_back: needsBack } = await client.document(
          id,
          {
            front: front!,
            ...(back !== undefined && { back }),
            ...(kind !== null && { document_type: kind }),
            source: Object.values(kept).includes("file") ? "file" : "camera",
          },
          { idempotencyKey: album.key },
        );
        const situation = situationOf(await client.next(id), id);
        return { type: "document_sent", task, situation, needsBack };
      }),
    send_face: ({ task, mode }) =>
      call(task, async () => {
        const { frames, challengeToken, key } = album;
        await client.liveness(
          { mode, frames, ...(mode === "challenge" && { challenge_token: challengeToken! }) },
          { idempotencyKey: key },
        );
        return read(task);
      }),
    begin_handoff: ({ task }) =>
      call(task, async () => ({ type: "handoff_read", task, handoff: await client.beginHandoff() })),
    read_handoff: async ({ task, id, afterMs }) => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      if (!isWanted(task)) return;
      await call(task, async () => ({ type: "handoff_read", task, handoff: await client.handoff(id) }));
    },
    end_handoff: ({ task, id }) =>
      call(task, async () => {
        await client.endHandoff(id);
        return read(task);
      }),
    confirm_handoff: ({ task, number }) =>
      call(task, async () => {
        await access.handoff?.confirm(number);
        return read(task);
      }),
    decline_handoff: async () => {
      // The computer's own timeout ends the handoff if this does not arrive.
      await access.handoff?.decline().catch(() => {});
    },
    take_over: () => access.takeOver(),
    forget_photos: () => album.forget(),
    tell: ({ step }) => access.tell(step),
  };

  return {
    run: (command: Command) => void (handlers[command.type] as (command: Command) => unknown)(command),
    /** What the camera sees, for the screen that shows it. */
    video: () => camera?.video,
    /** Keeps a file as it is. Resolves with why it is not used, if this browser finds no photo in it. */
    keepFile: async (side: Side, file: Blob): Promise<FileFault | null> => {
      const prepared = await prepareFile(file).catch(() => null);
      if (prepared === null) return { why: await faultOfFile(file) };
      const { width, height } = prepared;
      if (Math.min(width, height) < SHORTEST_SIDE) return { why: "small", width, height };
      album.keep(side, prepared.blob);
      return null;
    },
  };
}

/** What the person agreed to, if they were asked whether to be recognised later. */
const purposesOf = ({ isWanted, text }: Recognition) =>
  isWanted
    ? { purposes: ["verify" as const, "return" as const], recognition_sha256: text.sha256 }
    : { purposes: ["verify" as const] };

/** A phone's lenses of the other side are not offered. */
const offerOf = ({ lenses, lens, hasTorch }: Camera, wanted: Facing): CameraOffer => ({
  lenses: lenses.filter(({ facing = wanted }) => facing === wanted).map(({ id }) => id),
  lens: lens?.id ?? null,
  hasTorch,
});

function failureOf(error: unknown) {
  const known = causeOf(error);
  const code = known?.code ?? "token_provider_failed";
  return { type: "failed", code, retryAfter: known?.retryAfter } as const;
}

/** Without a token, the failure has the reason. */
function causeOf(error: unknown) {
  if (!isSelfsameError(error)) return undefined;
  return isSelfsameError(error.cause) ? error.cause : error;
}

export type Runner = ReturnType<typeof createRunner>;
