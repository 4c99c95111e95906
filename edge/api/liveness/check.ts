import type { AppContext } from "../../http/context.ts";
import { checkLiveness } from "../../operations/liveness/check.ts";
import { FRAME_FIELDS, SURPLUS_FIELDS } from "../../operations/liveness/frames.ts";
import { checkAnswer } from "../call/check-answer.ts";
import { metered } from "../call/recorded.ts";
import { checkSubject } from "../form/check-subject.ts";

export const checkForm = {
  files: [...FRAME_FIELDS, ...SURPLUS_FIELDS],
  fields: ["mode", "challenge_token", "customer_ref"],
};

/** POST /v1/liveness/check: judges one passive frame, a burst, or the frames that answer a challenge. */
export const check = metered(checkLiveness, {
  input: (c: AppContext) => {
    const { files, fields } = c.var.upload;
    return {
      subject: checkSubject(c),
      mode: fields.get("mode"),
      files,
      challengeToken: fields.get("challenge_token"),
      requestId: c.var.requestId,
    };
  },
  answer: checkAnswer("liveness"),
});
