/** Changes of the rules for signed evidence, by file: a name, a text, and what it becomes. */
export const CHIP = {
  evidence: [
    ["a chip lifts every finding of its photo", "!(ofPixels && resultId === lifts)", "resultId !== lifts"],
    ["a chip lifts what pixels say of every photo", "!(ofPixels && resultId === lifts)", "!ofPixels"],
    ["a chip lifts nothing", "!(ofPixels && resultId === lifts)", "true"],
    ["what pixels alone say is not marked", "...(ofPixels && { ofPixels }),", ""],
  ],
  machine: [
    ["evidence that the policy does not accept is taken", "if (!accepted.includes(method))", "if (false)"],
    ["a photo takes the place of a chip", "if (isSigned) throw", "if (false) throw"],
    [
      "a photo that was sent meanwhile takes the place of a chip",
      `if (part === "ocr" || part === "fraud") assertUnsettled(verification.steps);`,
      "",
    ],
    [
      "a chip settles the document before it has passed",
      `step?.status === "passed" && isSignedId`,
      "isSignedId",
    ],
  ],
  steps: [
    [
      "photos are asked for that the policy does not accept",
      `methods.includes("picture") ? type : "signed_evidence"`,
      "type",
    ],
    [
      "no chip lifts a finding",
      "const findings = standing(step.findings, result);",
      "const { findings } = step;",
    ],
  ],
} as const;
