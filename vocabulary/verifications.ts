/** Statuses of a verification (contract §3). */
export const STATUSES = ["created", "in_progress", "completed", "expired", "canceled"] as const;
export type Status = (typeof STATUSES)[number];

/** Statuses that results, cancelation and expiry can change; all others are final. */
export const OPEN_STATUSES = ["created", "in_progress"] as const satisfies readonly Status[];

export const isOpenStatus = (status: Status): boolean => OPEN_STATUSES.some((open) => open === status);

export const DECISIONS = ["approved", "declined", "review"] as const;
export type Decision = (typeof DECISIONS)[number];

/** The decisions of a reviewer. */
export const RULINGS = ["approved", "declined"] as const satisfies readonly Decision[];
export type Ruling = (typeof RULINGS)[number];

/** Which rulings of a tenant's reviewers a second person must confirm. */
export const SECOND_REVIEWER = ["off", "approvals", "all"] as const;
export type SecondReviewer = (typeof SECOND_REVIEWER)[number];

export const STEP_NAMES = ["document", "liveness", "face_match"] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** What a reason of a decision belongs to: a step, or a check of the tenant's own. */
export const REASON_STEPS = [...STEP_NAMES, "external_check"] as const;
export type ReasonStep = (typeof REASON_STEPS)[number];

export const STEP_STATUSES = ["pending", "retry_required", "passed", "review", "failed"] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** The next call of the end user's device. `signed_evidence`: by a policy that accepts no pictures. */
export const NEXT_ACTIONS = [
  "ocr_scan",
  "fraud_detect",
  "signed_evidence",
  "liveness_check",
  "liveness_challenge",
] as const;
export type NextActionType = (typeof NEXT_ACTIONS)[number];

/** The kinds of change of a verification. */
const CHANGES = [
  "created",
  "step_result",
  "checked",
  "canceled",
  "expired",
  "proposed",
  "reviewed",
  "linked",
  "claimed",
  "consented",
  "contested",
  "recalled",
] as const;
export type ChangeKind = (typeof CHANGES)[number];

/** What a verification is for. `age`: only whether the person has reached an age; nothing else is kept. */
export const PURPOSES = ["identity", "age"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What an age was read from. */
export const AGE_METHODS = ["document", "chip", "credential"] as const;
export type AgeMethod = (typeof AGE_METHODS)[number];

/** Whether a declined person may ask for a decision by a human. */
export const CONTEST_RULES = ["off", "on"] as const;

/** How a contest stands: not decided yet, or the decline was upheld or overturned. */
export const CONTEST_STATES = ["open", "upheld", "overturned"] as const;
export type ContestState = (typeof CONTEST_STATES)[number];
