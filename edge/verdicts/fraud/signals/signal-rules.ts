import type { SignalName, SignalSeverity } from "../../../../vocabulary/fraud.ts";
import type { Mode } from "../../../core/scope.ts";

interface SignalRule {
  readonly threshold: number;
  readonly severity: SignalSeverity;
  /** Maximum contribution of this signal alone to the overall score, 0..1. */
  readonly weight: number;
  /** Counts in live mode only: test mode is for specimens, and for one card under many references. */
  readonly liveOnly?: true;
  /** What a triggered signal found, without a full stop: for messages to the tenant. */
  readonly finding: string;
  /** For reviewers: the meaning of the signal when triggered, and when not. */
  readonly triggered: string;
  readonly quiet: string;
  /** What support does about a triggered signal. */
  readonly support: string;
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
    finding: "Possible digital editing of the image",
    triggered: "A part of the image was added after the image was first saved.",
    quiet: "The whole image has one compression history.",
    support: "Compare the marked part with the rest of the image, and ask for a new photo.",
  },
  portrait_substitution: {
    ...HIGH,
    finding: "Possible tampering in the portrait",
    triggered: "The portrait differs from the image around it: in its edges, its compression or its scaling.",
    quiet: "No sign of portrait replacement.",
    support: "Compare the edges of the portrait with a genuine document.",
  },
  text_tampering: {
    ...HIGH,
    finding: "Possible tampering in the text",
    triggered: "A straight cut runs beside a line of text: the text may have been overwritten.",
    quiet: "No cut runs beside the text.",
    support: "Compare the font and the background of the marked text with the other lines.",
  },
  splicing: {
    ...HIGH,
    finding: "Possible pasted piece on the document",
    triggered: "Two straight cuts meet in a corner, as the sides of a pasted piece do.",
    quiet: "No corner of a pasted piece was found.",
    support: "Look at the marked corner and ask for a new photo.",
  },
  copy_move: {
    ...HIGH,
    finding: "Possible copied area on the document",
    triggered: "Two areas of the image are identical, noise included: one may be a copy of the other.",
    quiet: "No area of the image is a copy of another one.",
    support: "Compare the marked area with a genuine document.",
  },
  screen_recapture: {
    ...HIGH,
    finding: "Possible photo of a screen",
    triggered: "Colour fringing typical of a screen: the image may be a photo of a display.",
    quiet: "No colour fringing typical of a screen.",
    support: "Ask the person to photograph the document itself.",
  },
  print_recapture: {
    ...HIGH,
    finding: "Possible photo of a printed copy",
    triggered: "A regular dot pattern typical of a printer: the image may be a photo of a print.",
    quiet: "No dot pattern typical of a printer.",
    support: "Ask the person to photograph the document itself.",
  },
  screenshot: {
    ...HIGH,
    finding: "Possible screenshot",
    triggered: "The image has no camera noise, or its file says that it is a screenshot.",
    quiet: "The image has camera noise, and its file does not say that it is a screenshot.",
    support: "Ask the person to take a photo with the camera.",
  },
  photocopy: {
    ...CALIBRATED,
    severity: "medium",
    weight: 0.8,
    finding: "Possible photocopy",
    triggered: "The document has no colours of its own: it may be a photocopy.",
    quiet: "The document has colours.",
    support: "Ask the person for the original. A few genuine documents are grey.",
  },
  // Messengers and browsers rewrite metadata, so unusual metadata prove nothing: they count only beside
  // another signal.
  metadata_anomaly: {
    ...CALIBRATED,
    severity: "medium",
    weight: 0.3,
    finding: "File metadata that do not fit the image",
    triggered: "The file's metadata do not fit the image: the file was rewritten after the photo was taken.",
    quiet: "The file's metadata fit the image, or there are none.",
    support: "Nothing on its own: messengers and browsers rewrite metadata, too.",
  },
  duplicate_image: {
    ...HIGH,
    liveOnly: true,
    finding: "Image that another end user has sent",
    triggered: "Another end user has sent this image or a near-duplicate. This counts in live mode only.",
    quiet: "No near-duplicate from another end user.",
    support: "Compare the verifications of both people. The first sender is not to blame.",
  },
  specimen_document: {
    ...HIGH,
    liveOnly: true,
    finding: "Document that is marked as a specimen",
    triggered:
      "The document is marked as a specimen, by a printed word or by its issuing state. This counts in live mode only.",
    quiet: "No mark of a specimen was found.",
    support: "Ask the person for their own document.",
  },
  face_missing: {
    ...CALIBRATED,
    severity: "medium",
    weight: 0.6,
    finding: "Document without a portrait",
    triggered: "No portrait was found on a document of a type that always has one.",
    quiet: "A portrait was found, or the type need not have one.",
    support: "Check that the side with the portrait was photographed.",
  },
};

/** Maximum contribution of a signal to the overall score in a mode. */
export function weightOf(name: SignalName, mode: Mode): number {
  const { weight, liveOnly } = SIGNAL_RULES[name];
  return liveOnly && mode === "test" ? 0 : weight;
}

/** The triggered signals that count in the mode. */
export const counting = <Signal extends { readonly name: SignalName; readonly triggered: boolean }>(
  signals: readonly Signal[],
  mode: Mode,
): Signal[] => signals.filter(({ name, triggered }) => triggered && weightOf(name, mode) > 0);
