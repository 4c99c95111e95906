import type { Cleared } from "./clear-copies.ts";

/** A place where data of an erased person may still be. */
interface NotReached {
  readonly place: string;
  readonly why: string;
}

/** Places that no erasure reaches. */
const NEVER_REACHED: readonly NotReached[] = [
  { place: "backups", why: "Copies that were made before stay until their keeper deletes them." },
  {
    place: "provider_history",
    why: "Providers of databases and object stores may keep earlier states, snapshots or versions for a time.",
  },
  { place: "storage_device", why: "A disk may keep blocks that were deleted or overwritten." },
  {
    place: "process_memory",
    why: "Freed memory of running processes may hold parts of it until it is used again or they restart.",
  },
  {
    place: "proxy_logs",
    why: "Whatever stands before the service may have logged addresses. A person is in one only where a call named the person in its path or query, and not in its body.",
  },
  { place: "deliveries", why: "Webhook receivers keep what they were sent." },
];

const DATABASE: NotReached = {
  place: "database_file",
  why: "This database does not say that it overwrites deleted rows and has emptied its log.",
};

const INFERENCE: NotReached = {
  place: "inference_memory",
  why: "Inference was not reached; it drops faces within an hour; faces on a gallery server at their gallery's next search, or within a week.",
};

const GALLERY_SERVER: NotReached = {
  place: "gallery_server",
  why: "Faces lay on a gallery server, too. No search finds them there; its files, and its log of what it was sent, lose them later.",
};

/** The places that a receipt must name: data of the person may still be there. */
export const notReached = ({ database, inference, galleryServer }: Cleared): readonly NotReached[] => [
  ...(database ? [] : [DATABASE]),
  ...(inference ? [] : [INFERENCE]),
  ...(galleryServer ? [GALLERY_SERVER] : []),
  ...NEVER_REACHED,
];
