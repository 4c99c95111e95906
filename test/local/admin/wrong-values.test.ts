import { expect, test } from "vitest";
import { useFolder } from "../../harness/folder.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

/** No stack is there: the values are judged before one is looked for. */
const folder = useFolder();

const run = (line: string) => adminCommand(line.split(" "), { SELFSAME_DATA: folder });

test.each([
  [
    "keys create --tenant tn_x --mode prod --scopes foo,verifications:wirte --networks 1.2.3 --expires-at tomorrow",
    [
      "--mode must be live or test, not `prod`",
      "--scopes must be some of verifications:write, ",
      ", not `foo,verifications:wirte`. Did you mean verifications:write?",
      "--networks must be networks in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32, not `1.2.3`",
      "--expires-at must be a time with its offset, such as 2027-01-31T12:00:00Z, not `tomorrow`",
    ],
  ],
  [
    "members invite --tenant tn_x --email foo --role boss",
    ["--email must be an email address", "--role must be one of viewer, reviewer, admin, owner, not `boss`"],
  ],
  [
    "verifications review --tenant tn_x --mode test --id vf_x --decision maybe --reason because",
    ["--decision must be approved or declined, not `maybe`", "--reason must be one of identity_confirmed, "],
  ],
  [
    "verifications review --tenant tn_x --mode prod --id vf_x --decision approved --reason face_mismatch",
    ["--mode must be live or test", "for --decision approved, not `face_mismatch`, which is for declined"],
  ],
  [
    "webhooks create --tenant tn_x --mode test --url http://x --events verification.complete,foo",
    [
      "--url must begin with https://",
      "not `verification.complete,foo`. Did you mean verification.completed?",
    ],
  ],
  [
    "webhooks create --tenant tn_x --mode live --url http://127.0.0.1:3000/x --events foo",
    ["--url must begin with https:// in live mode", "--events must be some of ocr.completed, "],
  ],
  [
    "webhooks create --tenant tn_x --mode live --url https://shop.example/x --events *",
    ["--events must be some of ocr.completed, ", ", not `*`. For all of them, list each. Usage: "],
  ],
  [
    "webhooks listen --tenant tn_x --mode test --forward https://shop.example --events foo",
    ["--forward must be an http or https URL of this machine", "--events must be some of "],
  ],
  [
    "policies replay --tenant tn_x --mode test --id pol_x --since yesterday --limit 0",
    ["--since must be a time with its offset", "--limit must be a whole number from 1 to 1000000, not `0`"],
  ],
  [
    "tenants settings --tenant tn_x --retention-days 0 --max-ttl-seconds 1",
    [
      "--retention-days must be a whole number from 1 to 36500 or none, not `0`",
      "--max-ttl-seconds must be a whole number from 60 to 86400, not `1`",
    ],
  ],
] as const)(
  "all wrong values are one answer with the usage, before any is looked for: %s",
  async (line, texts) => {
    const { code, err } = await run(line);
    expect(code).toBe(2);
    for (const text of texts) expect(err).toContain(text);
    expect(err).toMatch(/^invalid_parameter: .* Usage: npm run admin -- .*\n$/);
  },
);
