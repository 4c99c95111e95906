/** Broken rules on people who come back: name, text in `returning.ts`, replacement. */
export const RETURNING = [
  [
    "registered faces are never compared",
    `comparesRegistered = ({ match_registered: rule = "off" }`,
    `comparesRegistered = ({ rule = "off" }`,
  ],
  ["no upload counts", `rule === "require" || `, ""],
  ["every upload counts", ` && origin === "approval"`, ""],
  ["an approval's face does not count", `origin === "approval"`, "false"],
  ["no registration is replaced", `rule === "replace" || `, ""],
  ["no first registration is made", `(rule === "create" && !isRegistered)`, "false"],
  ["a registration is made beside another", `rule === "create" && !isRegistered`, `rule === "create"`],
  ["a decline registers", `decision === "approved" && mayRegister`, "decision !== null && mayRegister"],
  ["a review registers", `decision === "approved" && mayRegister`, `decision !== "declined" && mayRegister`],
  ["a withdrawn consent registers", "consent?.withdrawnAt === null && ", "consent !== null && "],
  ["the consent to the verification registers", `includes("return")`, `includes("verify")`],
] as const;
