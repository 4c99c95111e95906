import type { SignalName, SignalSeverity } from "../../../../vocabulary/fraud.ts";
import type { Mode } from "../../../core/scope.ts";

interface SignalRule {
  readonly threshold: number;
  readonly severity: SignalSeverity;
  /** Maximum contribution of this signal alone to the overall score, 0..1. */
  readonly weight: number;
  /** Counts in live mode only: test mode is for specimens, and for one card under many references. */
  readonly liveOnly?: true;
  /** For staff: the meaning of the signal when triggered, and when quiet. */
  readonly triggered: string;
  readonly quiet: string;
}

const CALIBRATED = { threshold: 0.5 } as const;
const HIGH = { ...CALIBRATED, severity: "high", weight: 0.8 } as const;

/**
 * The weight of each signal. Scores are calibrated: inference maps its measure so that .5 is an operating
 * point with almost no genuine capture above it. No weight reaches the fraudulent threshold: a single
 * heuristic on pixels leads to a review, and two that agree can lead to `fraudulent`.
 */
export const SIGNAL_RULES: Readonly<Record<SignalName, SignalRule>> = {
  digital_tampering: {
    ...HIGH,
    triggered: "A part of the page was not there when the image was first saved: it was put in later.",
    quiet: "All of the page shares one history of compression.",
  },
  portrait_substitution: {
    ...HIGH,
    triggered:
      "The portrait does not belong to the image around it: its edge begins at a pixel, or it was saved or resized another time.",
    quiet: "The portrait passes into the page as light does, and shares its history.",
  },
  text_tampering: {
    ...HIGH,
    triggered: "A straight cut runs beside a line of text: the text may have been typed or pasted over.",
    quiet: "No cut runs beside the text.",
  },
  splicing: {
    ...HIGH,
    triggered: "Two straight cuts meet in a corner on the page, as the sides of a pasted piece do.",
    quiet: "No corner of a pasted piece shows on the page.",
  },
  copy_move: {
    ...HIGH,
    triggered: "Two places of the page show the same, down to its grain: one was copied from the other.",
    quiet: "No place of the page is a copy of another.",
  },
  screen_recapture: {
    ...HIGH,
    triggered:
      "Colours run round from red to green to blue over the document, as a display's pixels make them: it may be an image of a screen.",
    quiet: "No colours run round over the document, as a display's pixels would make them.",
  },
  print_recapture: {
    ...HIGH,
    triggered:
      "A regular pattern, as of a printer's dots, lies over the document: it may be an image of a print.",
    quiet: "No pattern of a printer's dots lies over the document.",
  },
  screenshot: {
    ...HIGH,
    triggered: "The image has no noise, or its file says that it is a screenshot: no camera took it.",
    quiet: "The image has the noise of a camera, and its file does not say that it is a screenshot.",
  },
  photocopy: {
    ...CALIBRATED,
    severity: "medium",
    weight: 0.8,
    triggered: "The document has no colours but its light's: it may be a photocopy.",
    quiet: "The document has colours.",
  },
  // Messengers and browsers rewrite metadata, so unusual metadata prove nothing: they count only beside
  // another signal.
  metadata_anomaly: {
    ...CALIBRATED,
    severity: "medium",
    weight: 0.3,
    triggered:
      "What the file says of itself does not fit the image: something has rewritten it since it was taken.",
    quiet: "What the file says of itself fits the image, or it says nothing.",
  },
  duplicate_image: {
    ...HIGH,
    liveOnly: true,
    triggered: "Another customer has sent this image, or one nearly the same. This counts in live mode only.",
    quiet: "No other customer has sent an image as like this one as a copy is.",
  },
  specimen_document: {
    ...HIGH,
    liveOnly: true,
    triggered:
      "The document says that it is a specimen, by a printed word or by its issuing state: it is nobody's. This counts in live mode only.",
    quiet: "Nothing on the document says that it is a specimen.",
  },
  face_missing: {
    ...CALIBRATED,
    severity: "medium",
    weight: 0.6,
    triggered: "No portrait was found on a document that always carries one.",
    quiet: "A portrait was found, or the document need not carry one.",
  },
};

/** Maximum contribution of a signal to the overall score in a mode. */
export function weightOf(name: SignalName, mode: Mode): number {
  const { weight, liveOnly } = SIGNAL_RULES[name];
  return liveOnly && mode === "test" ? 0 : weight;
}
