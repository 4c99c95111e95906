import type { Principal } from "../../auth/principal.ts";
import { imageBounds } from "../../core/image-size.ts";
import { UPLOAD_LIMITS } from "../../http/body/multipart.ts";
import { type FileKind, type FormBody, pathParametersOf, type Route } from "../../http/route.ts";
import { ULID } from "./example.ts";
import type { CodeSample } from "./open-api.ts";

/** The files of most forms. */
export const IMAGE: FileKind = {
  description: `JPEG, PNG or WebP, not animated. At most ${UPLOAD_LIMITS.fileBytes / 2 ** 20} MiB, ${imageBounds}.`,
  contentType: "image/jpeg, image/png, image/webp",
  extension: "jpg",
};

/** The variable of a shell that holds a caller's credential. */
const CREDENTIALS: Readonly<Record<Principal["kind"], string>> = {
  secret_key: "$SELFSAME_KEY",
  session_token: "$SESSION_TOKEN",
  link: "$LINK_SECRET",
  handoff: "$HANDOFF_CODE",
};

/** Values of parameters of a path that are no ids. */
const VALUES: Readonly<Record<string, string>> = { customer_ref: "user-4711" };

/** The call with curl, and by the server SDK if it has the operation. */
export function samplesOf(route: Route): CodeSample[] {
  const curl = { lang: "Shell", label: "curl", source: curlOf(route) };
  const source = sdkOf(route);
  return source === null ? [curl] : [curl, { lang: "JavaScript", label: "Node.js", source }];
}

/** Example values of the parameters of a path, by their names. */
function pathValues({ path, parameters = {} }: Route): [name: string, value: string][] {
  return pathParametersOf(path).map((name) => {
    const prefix = /`(\w+_)…`/.exec(parameters[name] ?? "")?.[1];
    return [name, prefix === undefined ? (VALUES[name] ?? `$${name.toUpperCase()}`) : prefix + ULID];
  });
}

/** An id is a variable, so that its call fits a line. */
const shellValue = (value: string) => (value.endsWith(ULID) ? "$ID" : value);

/** The call, and an upload by the device that takes the image, too. */
function curlOf(route: Route): string {
  const { callers, form } = route;
  if (callers === "anybody") return curlBy(route);
  const call = curlBy(route, callers[0]);
  const isByDevice = form !== undefined && callers[0] === "secret_key" && callers.includes("session_token");
  return isByDevice
    ? `${call}\n\n# From the user's device, with a session token:\n${curlBy(route, "session_token")}`
    : call;
}

function curlBy(route: Route, caller?: Principal["kind"]): string {
  const { method, callers, json, form, query } = route;
  const path = pathValues(route).reduce(
    (text, [name, value]) => text.replace(`:${name}`, shellValue(value)),
    route.path,
  );
  const signed = query !== undefined && callers === "anybody" ? "?expires=$EXPIRES&signature=$SIGNATURE" : "";
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"$SELFSAME_URL${path}${signed}"`,
    ...(caller === undefined ? [] : [`-H "Authorization: Bearer ${CREDENTIALS[caller]}"`]),
    ...(json ? [`-H "Content-Type: application/json"`, `-d '${jsonOf(json.example)}'`] : []),
    ...(form ? formParts(form) : []),
  ];
  return lines.join(" \\\n  ");
}

const fileName = ({ file = IMAGE }: FormBody, name: string) => `${name}.${file.extension}`;

const formParts = (form: FormBody): string[] => [
  ...(form.sent ?? form.required).map((name) => `-F ${name}=@${fileName(form, name)}`),
  ...Object.entries(form.example ?? {}).map(([name, value]) => `-F ${name}=${value}`),
];

/** A call on `selfsame`: the declared one, or its method with the examples of path and body. */
function sdkOf(route: Route): string | null {
  const { sdk, json, form } = route;
  if (sdk === undefined) return null;
  if (sdk.includes("(")) return `await selfsame.${sdk};`;
  const body = json ? [json.example] : form ? [form.example ?? {}] : [];
  const files = form?.required.map((name) => `${name}: await readFile("${fileName(form, name)}")`) ?? [];
  const values = pathValues(route).map(([, value]) => JSON.stringify(value));
  return `await selfsame.${sdk}(${[...values, ...body.map((each) => literal(each, files))].join(", ")});`;
}

/** So many columns fit beside the text of the reference. */
const WIDE = 56;

/** JSON in one line, or in several if it is longer than a line. */
function jsonOf(value: object): string {
  const line = JSON.stringify(value);
  return line.length <= WIDE ? line : JSON.stringify(value, null, 2);
}

/** A value as JavaScript writes it, with further members of the outer object before its own. */
function literal(value: object, members: readonly string[]): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/"(\w+)":/g, "$1:");
  const own = text === "{}" ? [] : [text.slice(1, -1).trim()];
  const lines = [...members, ...own].join(",\n  ");
  const line = `{ ${lines.replaceAll(/\n\s*/g, " ")} }`;
  return line.length <= WIDE ? line : `{\n  ${lines}\n}`;
}
