import { ApiError } from "#edge/core/errors.ts";
import { zoneDifferences } from "#edge/verdicts/chip/zone.ts";
import { detailsOutcome } from "#edge/verdicts/details/outcome.ts";
import { knownOutcome, NUMBER_NOT_READ } from "#edge/verdicts/outcomes/step-outcome.ts";
import { CONTEST_MS } from "#edge/verification/contest.ts";
import type * as faceMatch from "#edge/verification/face-match.ts";
import type { Policy } from "#edge/verification/policy.ts";
import type { Outcome, StepResult, Verification } from "#edge/verification/types.ts";
import { COMPARED } from "#test/harness/edge/measured-as.ts";
import type { SecondReviewer } from "#vocabulary/verifications.ts";
import { HOLDER, zoneOf } from "./chips.ts";
import {
  type Call,
  type ChipShown,
  type Command,
  type CredentialShown,
  DOCUMENTS,
  type DocumentName,
  FOUND,
  flawOf,
  type Person,
  type Registered,
  type Sequence,
  type ShownDetails,
} from "./commands.ts";
import type { Contesting } from "./contests.ts";
import { askedOf, presented, readingOf, zoneSide } from "./credentials.ts";
import { FOUND_ELSEWHERE } from "./elsewhere.ts";
import type { Accepted } from "./history.ts";
import { type Answer, Judge } from "./judge.ts";
import { isSigned } from "./oracle.ts";
import { isUnasked, KNOWN_BY, type KnownAs, type Move } from "./own-checks.ts";
import { refusalOf } from "./refusal.ts";
import { consentTo, faultOfRegistering, RegisteredFace } from "./registered.ts";
import type { Ruled } from "./reviews.ts";
import type { Rules } from "./rules.ts";

/**
 * Outcomes of a check whose face is live, so that it is stored and searched for: it may need a review
 * all the same.
 */
const LIVE: readonly Outcome[] = ["passed", "review", "adverse"];

/** A result, and the truth against its capture. */
type Looked = StepResult &
  Pick<Accepted, "flaw" | "shows" | "origin" | "known" | "chip" | "beside" | "credential" | "asked" | "said">;

/** What is given with a new verification. */
interface Opening {
  readonly expects: boolean;
  readonly challengeFirst: boolean;
  readonly secondReviewer?: SecondReviewer;
  readonly registered: Registered;
  readonly purposes: Sequence["purposes"];
  readonly known?: readonly KnownAs[];
}

/** Results that the service adds itself: they are never rejected on their own. */
const OF_THE_SERVER: readonly StepResult["part"][] = ["search", "details", "repeat", "listed"];

/** Signed data needs an attempt of both parts, whatever it comes to. */
const askedFor = (results: readonly Looked[]): readonly Looked[] =>
  results.length === 1 && isSigned(results[0]!) ? [{ ...results[0]!, part: "ocr" }, results[0]!] : results;

const START = 1_700_000_000_000;

/** What a chip comes to that is no copy and shows the document of the photo, by its truth. */
const CHIP_OUTCOMES = {
  passed: { outcome: "authentic", failed: [] },
  capture_quality: { outcome: "unknown_issuer", failed: [] },
  failed: { outcome: "not_authentic", failed: ["chip_sod_signature"] },
} as const;

/** A verification that is played with the rules of `edge/verification`, and its judge. */
export class Play {
  readonly judge: Judge;
  readonly #rules: Rules;
  readonly #secondReviewer: SecondReviewer;
  #verification: Verification;
  #now = START;
  #serial = 0;
  /** The person of each result; null where it holds no template. */
  readonly #shown = new Map<string, Person | null>();
  /** The document that each photo's result is of. */
  readonly #names = new Map<string, DocumentName>();
  /** Results whose frame is a copy of the portrait. */
  readonly #copies = new Set<string>();
  readonly #known: readonly KnownAs[];
  #documents = 0;

  readonly #registered: RegisteredFace;
  /** People whose face another reference has registered. */
  readonly #elsewhere = new Set<Person>();

  constructor(rules: Rules, policy: Policy, given: Opening) {
    const { expects, challengeFirst, secondReviewer = "off", purposes, known = [] } = given;
    this.#known = known;
    this.#rules = rules;
    this.#secondReviewer = secondReviewer;
    this.#registered = new RegisteredFace(rules, policy);
    if (rules.comparesRegistered(policy)) this.#register(given.registered);
    const opening = { expected: expects ? new Uint8Array() : null, challengeFirst };
    const created = rules.newVerification("vf_1", "customer", policy, START, opening);
    this.#verification = { ...created, consent: consentTo(purposes, START) };
    const isElsewhere = (check: string) => this.#isElsewhere(check);
    this.judge = new Judge(policy, { expects, challengeFirst, secondReviewer, isElsewhere });
  }

  get policy(): Policy {
    return this.#verification.policy;
  }

  /** Whether the policy requires the upload. */
  asksFor(kind: Call["kind"]): boolean {
    return this.policy.steps.includes(kind);
  }

  /** Whether a search finds X under another reference. */
  get isElsewhere(): boolean {
    return this.policy.dedupe !== "off" && this.#elsewhere.has("X");
  }

  /** Whether the faces that count show another person: replacing one of them would compare two people. */
  get showsAnother(): boolean {
    if (this.#rules.comparesRegistered(this.policy)) return this.#registered.compared?.person !== "X";
    const { pair, signed } = this.judge.expected;
    if (signed !== undefined && this.#shown.get(signed.resultIds[0]!) !== "X") return true;
    if (pair === null || !this.policy.require_face_match) return false;
    return [pair.portrait, pair.frame].some((id) => this.#shown.get(id) !== "X");
  }

  get nextAction() {
    return this.#verification.nextAction?.type ?? null;
  }

  /** Carries out a command; returns the fault of its outcome, if any. */
  command(command: Command): string | null {
    if (command.kind === "calls") return this.#make(command.calls, command.grey);
    if (command.kind === "register") this.#register(command.face);
    else if (command.kind === "cancel") this.#cancel();
    else this.#expire();
    return this.#fault();
  }

  /** Another reference of the tenant registers the person's face. */
  registerElsewhere(person: Person): void {
    this.#elsewhere.add(person);
  }

  /** What the tenant's server or the sweep does; returns the fault of its outcome, if any. */
  move(move: Move): string | null {
    const before = this.#verification;
    if (move.kind === "answer") {
      const found: StepResult[] = [];
      const refusal = refusalOf(() => {
        const answer = { ...move, reference: null, reason: null };
        this.#verification = this.#rules.applyAnswer(before, answer, this.#now).verification;
        const again = this.#searchAgain(this.#verification);
        if (again === null) return;
        found.push(again);
        this.#verification = this.#rules.applyAnswer(before, answer, this.#now, again).verification;
      });
      return this.judge.moved(move, refusal, found) ?? this.#fault();
    }
    // The sweep finds no verification without an awaited check.
    if (this.judge.awaited.length === 0) return null;
    const awaited = before.checks!.filter(({ status }) => status === "pending");
    this.#now = Math.min(...awaited.map(({ deadline }) => deadline));
    const late = awaited.filter(({ deadline }) => deadline === this.#now);
    for (const { name } of late) {
      const answer = { name, outcome: "passed", reference: null, reason: null } as const;
      if (refusalOf(() => this.#rules.applyAnswer(before, answer, this.#now)) === null)
        return `takes a late answer to ${name}`;
    }
    this.#verification = this.#rules.applyDeadlines(before, this.#now).verification;
    return this.judge.moved(move, null) ?? this.#fault();
  }

  /** A person's attempt to rule; returns the fault of its outcome, if any. */
  rule({ by, ruling }: Ruled): string | null {
    const before = this.#verification;
    const reason = ruling === "approved" ? "identity_confirmed" : "face_mismatch";
    const refusal = refusalOf(() => {
      const judged = { ruling, reason, by };
      this.#verification = this.#rules.review(before, judged, this.#secondReviewer, this.#now);
    });
    return this.judge.ruled({ by, ruling }, refusal) ?? this.#fault();
  }

  /** The person's attempt to contest the decision; returns the fault of its outcome, if any. */
  contest(attempt: Contesting): string | null {
    const before = this.#verification;
    const refusal = refusalOf(() => {
      this.#verification = this.#rules.contest(before, null, this.#now + (attempt.late ? CONTEST_MS : 0));
    });
    return this.judge.contested(attempt, refusal) ?? this.#fault();
  }

  /** The visible state: an expired verification is shown as expired before this is stored. */
  #fault(): string | null {
    const shown = this.#rules.expireIfDue(this.#verification, this.#now);
    return this.judge.faultOf(shown) ?? faultOfRegistering(this.#rules, this.judge, shown);
  }

  /** A face is registered in place of the last one, or deleted. */
  #register(face: Registered | null): void {
    const id = `registration_${++this.#serial}`;
    this.#registered.set(face, id);
    if (face !== null) this.#shown.set(id, face.person);
  }

  /** Concurrent calls start on the same state, and each is applied to the state at its end. */
  #make(calls: readonly Call[], grey: boolean): string | null {
    const admitted = calls.map((call) => this.#admit(call));
    for (const { results, refusal } of admitted) {
      const answer = refusal === null ? this.#take(results, grey) : { refusal, asked: askedFor(results) };
      const fault = this.judge.answered(answer) ?? this.#fault();
      if (fault !== null) return fault;
    }
    return null;
  }

  #cancel(): void {
    const before = this.#verification;
    this.judge.closed("canceled");
    refusalOf(() => {
      this.#verification = this.#rules.cancel(before, this.#now);
    });
  }

  #expire(): void {
    this.#now = this.#verification.expiresAt;
    this.judge.closed("expired");
  }

  /** The results of a call, or its rejection before anything is computed. */
  #admit(call: Call): { results: readonly Looked[]; refusal: string | null } {
    const results = call.kind === "document" ? this.#look(call) : this.#check(call);
    const refusal = refusalOf(() => {
      if (call.kind === "document") this.#assertAccepts(call);
      for (const { part, mode } of askedFor(results)) {
        if (!OF_THE_SERVER.includes(part)) this.#rules.assertTakes(this.#verification, part, this.#now);
        if (mode !== undefined) this.#rules.assertStrongEnough(this.#verification, mode);
      }
    });
    return { results, refusal };
  }

  #assertAccepts({ chip, credential }: Call & { kind: "document" }): void {
    const signed = chip === undefined ? "picture" : "chip";
    this.#rules.assertAccepts(this.#verification, credential === undefined ? signed : "credential");
    // The wallet's answer is then not for the request.
    if (credential !== undefined && askedOf(this.#rules, this.policy, credential.kind) === undefined)
      throw new ApiError("credential_request_mismatch", "no such credential was requested");
  }

  #look({ document, looks, details, chip, credential, ...call }: Call & { kind: "document" }): Looked[] {
    const signed = credential === undefined ? chip && this.#readChip(chip) : this.#readCredential(credential);
    const looked = signed ?? this.#photograph(document, looks, call.ofPixels);
    const known = call.known ?? this.#known[this.#documents++] ?? "new";
    return [...looked, ...this.#compareDetails(looked, details), ...this.#compareKnown(looked, known)];
  }

  /** The photo that counts, as signed data are compared with it: its fraud result, and its MRZ. */
  #beside(): { readonly id: string | undefined; readonly zone: string } | undefined {
    const photo = this.judge.expected.photo;
    const name = photo && this.#names.get(photo.read.resultIds[0]!);
    return name == null ? undefined : { id: photo!.fraud?.resultIds[0], zone: zoneOf(name) };
  }

  /**
   * As `recordSigned` does: one result for both parts, compared with the photo that counts. Nothing is read
   * of a chip that its issuer has not signed.
   */
  #readChip(chip: ChipShown): Looked[] {
    const id = `se_${++this.#serial}`;
    this.#shown.set(id, HOLDER[chip.document]);
    const beside = this.#beside();
    const isOther = beside !== undefined && beside.zone !== chip.document;
    const {
      reason,
      found: _,
      ...fraud
    } = this.#rules.signedOutcome(
      {
        ...{ kind: "chip", strength: chip.strength, ...CHIP_OUTCOMES[chip.fraud] },
        ...(chip.fraud === "passed" && !chip.isOriginal && { outcome: "data_authentic" }),
        ...(chip.fraud === "passed" && isOther && { failed: ["chip_zone_consistency"] }),
        sameAs: isOther ? null : (beside?.id ?? null),
      },
      this.policy,
    );
    const of = (part: "ocr" | "fraud", outcome: Outcome): Looked => ({
      ...{ part, outcome, resultIds: [id], capture: id, chip, beside },
      reason: outcome === "passed" ? null : `${id}_${part}_${outcome}`,
    });
    const judged = { ...of("fraud", fraud.outcome), ...fraud, said: reason };
    if (chip.fraud === "failed") return [judged];
    const isUnjudged = fraud.outcome === "capture_quality";
    return [of("ocr", isUnjudged ? fraud.outcome : chip.ocr), judged];
  }

  /** As `checkCredential` does, for a credential of a kind that was asked for. */
  #readCredential(credential: CredentialShown): Looked[] {
    const [rules, policy, now] = [this.#rules, this.policy, this.#now];
    const id = `cred_${++this.#serial}`;
    const asked = askedOf(rules, policy, credential.kind) ?? [];
    const read = presented(credential, asked, now);
    const found = read !== null && "issuer" in read ? read : null;
    const claims = found?.claims ?? {};
    const { checks, ...verdict } = rules.judgeCredential(read, now, credential.standing);
    const isComplete = rules.requiredClaims(policy).every((name) => claims[name] !== undefined);
    const outcome = verdict.outcome === "authentic" && !isComplete ? "not_readable" : verdict.outcome;
    const isCounted = outcome === "authentic" && found !== null;
    const hasFace = isCounted && claims.portrait !== undefined;
    this.#shown.set(id, hasFace ? HOLDER[credential.document] : null);
    const beside = this.#beside();
    const zone = beside && zoneDifferences(rules.credentialFields(claims), [zoneSide(beside.zone)]);
    const isAge = policy.purpose === "age" && claims.age_over !== undefined;
    const age = isAge ? { over: policy.min_age!, isReached: claims.age_over! } : null;
    const signed = {
      ...{ resultIds: [id], kind: "credential" as const, outcome, strength: 128 },
      failed: checks.flatMap(({ name, status }) => (status === "fail" ? [name] : [])),
      sameAs: zone?.length === 0 ? (beside?.id ?? null) : null,
      ...(found && { credential: { kind: found.kind, age } }),
    };
    const measured = { signed, ...(isCounted && { reading: readingOf(rules, id, found, now) }) };
    return rules
      .judgedResults({ capture: id, measured }, { policy, now, fixed: null })
      .filter(({ part }) => part === "ocr" || part === "fraud")
      .map(({ found: _, reason, ...result }) => ({
        ...{ ...result, credential, asked, beside, said: reason },
        reason: result.outcome === "passed" ? null : `${id}_${result.part}_${result.outcome}`,
      }));
  }

  #photograph(
    document: DocumentName,
    looks: Extract<Call, { kind: "document" }>["looks"],
    ofPixels = false,
  ): Looked[] {
    const { portrait, sides } = DOCUMENTS[document];
    return (["ocr", "fraud"] as const).flatMap((part): Looked[] => {
      const outcome = looks[part];
      if (outcome === undefined) return [];
      const front = this.#result(part, outcome, document, portrait);
      const id = front.resultIds[0]!;
      this.#names.set(id, document);
      const flaw = part === "fraud" ? flawOf(document) : undefined;
      // A second person beside the document is the finding of a check.
      const pixels = part === "fraud" && outcome === "adverse" && flaw === undefined && ofPixels;
      return [
        {
          ...front,
          resultIds: sides === 1 ? [id] : [id, `${id}_back`],
          flaw,
          ...(pixels && { ofPixels: true }),
        },
      ];
    });
  }

  /** As `compareExpected` does: a reading that counts is compared with the expected details. */
  #compareDetails(looked: readonly Looked[], shows: ShownDetails): Looked[] {
    const read = looked.find(({ part }) => part === "ocr");
    const isRead = read !== undefined && [...LIVE, "failed"].includes(read.outcome);
    if (this.#verification.expected === null || !isRead) return [];
    const compared = { field: "last_name", normalised: false, ...COMPARED[shows] } as const;
    const { on_expected_mismatch: rule = "review" } = this.policy;
    const { outcome, reason } = detailsOutcome([compared], rule);
    const { resultIds, capture } = read;
    return [{ part: "details", outcome, reason, resultIds, capture, shows }];
  }

  /** As `compareKnown` does: a reading that counts is looked for among the documents that are known. */
  #compareKnown(looked: readonly Looked[], known: KnownAs): Looked[] {
    const read = looked.find(({ part }) => part === "ocr");
    if (read === undefined || ![...LIVE, "failed"].includes(read.outcome)) return [];
    const { resultIds, capture } = read;
    return (["repeat", "listed"] as const)
      .filter((part) => !isUnasked(part, this.policy))
      .map((part) => {
        const { found, rule } = KNOWN_BY[part];
        const outcome =
          known === "unread"
            ? NUMBER_NOT_READ
            : knownOutcome(known === found, rule(this.policy), `${part}_${found}`);
        return { part, ...outcome, resultIds, capture, known };
      });
  }

  #check({ person, mode, flaw, check, search }: Call & { kind: "liveness" }): Looked[] {
    const isLive = LIVE.includes(check);
    const made = this.#result("check", check, null, isLive ? person : null);
    if (flaw === "copy") this.#copies.add(made.capture);
    const asksForSearch = this.policy.dedupe !== "off" && isLive;
    const searched = () =>
      this.#elsewhere.has(person)
        ? this.#findElsewhere(made.capture)
        : this.#result("search", search, made.capture, null);
    const found = asksForSearch ? [searched()] : [];
    return [{ ...made, mode, flaw: flaw === "seen_before" ? flaw : undefined }, ...found];
  }

  #findElsewhere(frame: string): StepResult {
    const id = `search_${++this.#serial}`;
    const measured = { resultIds: [id], frame, found: FOUND_ELSEWHERE };
    const result = this.#rules.searchResult(measured, this.policy);
    return { ...result, reason: `${id}_${result.outcome}` };
  }

  /** As `searchAgain` does before an approval: what it finds; null if it finds nothing or is not due. */
  #searchAgain({ decision, steps, policy }: Verification): StepResult | null {
    const live = steps.find(({ name }) => name === "liveness")?.parts.check?.evidence?.resultId ?? null;
    const isDue = decision === "approved" && policy.dedupe !== "off" && live !== null;
    return isDue && this.#isElsewhere(live) ? this.#findElsewhere(live) : null;
  }

  #isElsewhere(check: string): boolean {
    const person = this.#shown.get(check);
    return person != null && this.#elsewhere.has(person);
  }

  #result(
    part: StepResult["part"],
    outcome: Outcome,
    capture: string | null,
    shows: Person | null,
  ): StepResult {
    const id = `${part}_${++this.#serial}`;
    this.#shown.set(id, shows);
    const reason = outcome === "passed" ? null : `${id}_${outcome}`;
    return { part, outcome, reason, resultIds: [id], capture: capture ?? id };
  }

  /**
   * As `takeSteps` does: with the comparison that the results make due, and before an approval by another
   * call than the selfie's with a new search.
   */
  #take(results: readonly Looked[], grey: boolean): Answer {
    const id = this.#registered.compared?.id ?? null;
    try {
      const current = this.#rules.withRegistration(this.#verification, id);
      const taken = this.#rules.applyResults(current, results, this.#now);
      const pair = this.#rules.comparisonDue(taken.verification);
      const compared = pair === null ? null : this.#compare(pair, grey);
      const after = (all: readonly Looked[]) =>
        this.#rules.applyResults(current, all, this.#now).verification;
      const judged = compared === null ? results : [...results, compared];
      const decided = compared === null ? taken.verification : after(judged);
      const isSearched = results.some(({ part }) => part === "search");
      const again = isSearched ? null : this.#searchAgain(decided);
      const all = again === null ? judged : [...judged, again];
      this.#verification = again === null ? decided : after(all);
      const registered = this.#registered.must;
      const made = pair && { portrait: pair.reference ?? "none", frame: pair.frame };
      return {
        results: all.map((result) => ({
          ...result,
          registered,
          ...(result === compared && { pair: made! }),
        })),
      };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refusal: error.code, asked: results };
    }
  }

  #compare({ reference, frame }: faceMatch.Pair, grey: boolean): Looked {
    const [document, live] = [this.#shown.get(reference ?? "none"), this.#shown.get(frame)];
    const capture = `${reference ?? "none"} ${frame}`;
    if (reference?.startsWith("cred_") && document === null) return this.#withoutPortrait(reference, frame);
    const { origin } = this.#registered;
    return { ...this.#compareFaces(document, live, { capture, frame, grey }), origin };
  }

  #compareFaces(
    document: Person | null | undefined,
    live: Person | null | undefined,
    { capture, frame, grey }: { readonly capture: string; readonly frame: string; readonly grey: boolean },
  ): Looked {
    if (document != null && document === live && this.#copies.has(frame)) {
      return { ...this.#result("comparison", FOUND.copy, capture, null), flaw: "copy" };
    }
    const isComparable = document != null && live != null && !grey;
    const outcome = isComparable ? (document === live ? "passed" : "failed") : "review";
    return this.#result("comparison", outcome, capture, null);
  }

  /** By the product's rule for a credential that has no portrait to compare. */
  #withoutPortrait(reference: string, frame: string): Looked {
    const id = `comparison_${++this.#serial}`;
    const { reason, outcome } = this.#rules.comparisonResult(
      {
        ...{ resultIds: [id], reference, frame, incomparable: "credential_without_portrait" },
        ...{ score: null, points: [], isCopied: false },
      },
      this.policy,
    );
    const capture = `${reference} ${frame}`;
    return {
      ...{ part: "comparison", outcome, resultIds: [id], capture, said: reason },
      reason: outcome === "passed" ? null : `${id}_${outcome}`,
    };
  }
}
