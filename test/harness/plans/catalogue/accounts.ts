import * as attempts from "#edge/store/accounts/attempts.ts";
import * as invitations from "#edge/store/accounts/invitations.ts";
import * as members from "#edge/store/accounts/members.ts";
import * as sessions from "#edge/store/accounts/users.ts";
import * as signUps from "#edge/store/accounts/users.ts";
import * as users from "#edge/store/accounts/users.ts";
import * as audit from "#edge/store/audit/audit.ts";
import type { Database } from "#edge/store/batch.ts";
import { NOW } from "../fill.ts";
import type { Catalogue } from "./entry.ts";

const PAGE = { limit: 50, before: null };
const list =
  (filter: Parameters<typeof audit.listAudit>[3], page: typeof PAGE | { limit: 50; before: number } = PAGE) =>
  (db: Database) =>
    audit.listAudit(db, "tn_1", page, filter);
const entry = {
  tenantId: "tn_1",
  mode: null,
  at: NOW,
  actor: { kind: "operator" },
  action: "key.create",
  target: "x",
  before: null,
  after: null,
} as const;

const invitation = (id: string) =>
  ({
    ...{ id, tenantId: "tn_1", email: "e", role: "owner" as const, tokenHash: id, createdAt: NOW },
    ...{ expiresAt: NOW + 86_400_000, invitedBy: "usr_12" },
  }) as const;

const hit = {
  ...{ turn: 0, counter: "counter-1", rule: "sign_in", most: 10, slot: 7 },
  endsAt: NOW + 180_000,
};

export const ACCOUNTS: Catalogue = {
  "accounts/attempts.ts countAttempts": (db) => attempts.countAttempts(db, [hit], NOW),
  "accounts/attempts.ts removeAttempts": (db) => attempts.removeAttempts(db, [hit]),
  "accounts/invitations.ts insertInvitation": {
    calls: ["inv_9a", "inv_9b", "inv_9c"].map(
      (id) => (db) => invitations.insertInvitation(db, invitation(id)),
    ),
  },
  "accounts/invitations.ts findInvitationOf": (db) =>
    invitations.findInvitationOf(db, "someone-7@example.com", NOW),
  "accounts/invitations.ts findOpenInvitation": (db) => invitations.findOpenInvitation(db, "hash-7", NOW),
  "accounts/invitations.ts listOpenInvitations": (db) => invitations.listOpenInvitations(db, "tn_1", NOW),
  "accounts/invitations.ts acceptInvitation": (db) => invitations.acceptInvitation(db, "tn_1", "inv_9a", NOW),
  "accounts/invitations.ts revokeInvitation": (db) => invitations.revokeInvitation(db, "tn_1", "inv_9b", NOW),
  "accounts/invitations.ts revokeInvitationsBy": (db) =>
    invitations.revokeInvitationsBy(db, "tn_1", "usr_12", NOW),
  "accounts/members.ts findMembership": (db) => members.findMembership(db, "usr_12"),
  "accounts/members.ts findMember": (db) => members.findMember(db, "u7@example.com"),
  "accounts/members.ts listMembers": (db) => members.listMembers(db, "tn_1"),
  "accounts/members.ts insertMember": (db) => [
    ...users.insertUser(db, { id: "usr_m", name: "n", email: "m@example.com", passwordHash: "" }, NOW),
    members.insertMember(db, { userId: "usr_m", tenantId: "tn_1", role: "viewer", createdAt: NOW }),
  ],
  "accounts/members.ts updateMemberRole": (db) =>
    members.updateMemberRole(db, "tn_1", "usr_12", { from: "owner", to: "admin" }),
  "accounts/members.ts deleteMember": (db) => members.deleteMember(db, "tn_1", "usr_13", "owner"),
  "accounts/members.ts deleteLogin": (db) => members.deleteLogin(db, "tn_1", "usr_16"),
  "accounts/users.ts endSessions": (db) => sessions.endSessions(db, "usr_14"),
  "accounts/users.ts findChallenged": (db) => sessions.findChallenged(db, "challenge-7"),
  "accounts/users.ts forgetChallenges": (db) => sessions.forgetChallenges(db, "usr_15"),
  "accounts/users.ts hasAccount": (db) => signUps.hasAccount(db, "u7@example.com"),
  "accounts/users.ts insertSignUp": (db) =>
    signUps.insertSignUp(db, { secretHash: "h", email: "n@example.com", now: NOW, until: NOW + 1 }),
  "accounts/users.ts findSignUp": (db) => signUps.findSignUp(db, "h", NOW),
  "accounts/users.ts insertUser": (db) =>
    users.insertUser(db, { id: "usr_n", name: "n", email: "n@example.com", passwordHash: "" }, NOW),
  "audit/audit.ts commitAudited": (db) => audit.commitAudited(db, [entry], []),
  "audit/audit.ts verifyAudit": {
    calls: [(db) => audit.verifyAudit(db, "tn_1", null, { most: 1_000 })],
    rows: 500,
  },
  "audit/audit.ts readChain": {
    calls: [(db) => audit.readChain(db, "tn_1", { n: 9, hash: "" }).next()],
    rows: 500,
  },
  "audit/audit.ts listAudit": {
    calls: [
      list({}),
      list({}, { limit: 50, before: 1_000 }),
      list({ actor: "unknown" }),
      list({ target: "target-7" }),
      list({ action: "tenant." }),
      list({ action: "tenant." }, { limit: 50, before: 1_000 }),
    ],
  },
  // Of two filters, the second one scans this many entries of the first.
  "audit/audit.ts listAudit, by two filters": {
    calls: [
      list({ actor: "usr_1", action: "tenant." }),
      list({ actor: "usr_1", target: "none" }),
      list({ action: "ten" }),
      list({ action: "webhook.z" }, { limit: 50, before: 9_000 }),
    ],
    rows: 5_000,
  },
};
