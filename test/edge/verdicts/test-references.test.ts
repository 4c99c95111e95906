import { describe, expect, it } from "vitest";
import { testReference } from "#edge/verdicts/test-references/table.ts";

const REFERENCES = [
  "test_approve",
  "test_decline_spoof",
  "test_decline_fraud",
  "test_review",
  "test_error_500",
  "test_slow_3s",
  "test_usage_cap",
];

describe("the test references of contract §1.5", () => {
  it.each(REFERENCES)("%s fixes something in test mode and nothing in live mode", (reference) => {
    expect(testReference("test", reference)).not.toBeNull();
    expect(testReference("live", reference)).toBeNull();
  });

  it.each([null, "", "customer-1", "test_", "TEST_APPROVE", "toString"])(
    "%j is a plain reference",
    (reference) => {
      expect(testReference("test", reference)).toBeNull();
    },
  );
});
