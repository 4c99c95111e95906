import type { Child, PropsWithChildren } from "hono/jsx";
import { type Labels, Notes, Spelt, useReturned } from "../form/notes.tsx";

/**
 * A time to the minute, or the second, with its time zone, UTC, and the exact time for machines and on
 * hovering.
 */
export function Time({ at, to = "minute" }: { at: number | null; to?: "minute" | "second" }) {
  if (at === null) return <span class="soft">never</span>;
  const iso = new Date(at).toISOString();
  return (
    <time datetime={iso} title={iso}>
      {iso.slice(0, to === "minute" ? 16 : 19).replace("T", " ")} UTC
    </time>
  );
}

/** A word for a state; the tone is one of the style sheet's, and never the only sign. */
export function Badge({ tone, children }: PropsWithChildren<{ tone: "good" | "bad" | "warn" | "plain" }>) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/**
 * A table; on a phone each row becomes a list of titles and values. `label` names the table for readers who
 * cannot see its place; a column of actions has an empty title. `isKept`: few and short columns, which stay
 * side by side on a phone.
 */
export function Table({
  label,
  head,
  rows,
  isKept = false,
}: {
  label: string;
  head: readonly string[];
  rows: readonly Child[][];
  isKept?: boolean;
}) {
  return (
    <section class={isKept ? "table kept" : "table"} aria-label={label} tabindex={0}>
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell, at) => (
                <td data-label={head[at]}>{cell === "" ? "" : <div>{cell}</div>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The text in place of an empty list, and the suggested next action. */
export function Empty({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

/** A link to the documentation, at a part of it. */
export const Reference = ({ at = "" }: { at?: string }) => <a href={`/docs${at}`}>API reference</a>;

/** A framed section of a page; `id` for links to it, `tabindex` 0 for one that may scroll. */
export function Panel({
  title,
  children,
  ...section
}: PropsWithChildren<{ title: string; id?: string; tabindex?: 0 }>) {
  return (
    <section class="panel" {...section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A list of names and values. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: Child])[] }) {
  return (
    <dl class="facts">
      {of.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An input with its label and notes. */
const Labelled = ({ children, ...labels }: PropsWithChildren<Labels>) => (
  <div class="field">
    <label for={labels.id ?? labels.name}>{labels.label}</label>
    {children}
    <Notes {...labels} />
  </div>
);

/** Inputs whose value a browser or a page must not fill in again. */
const NEVER_FILLED = ["password", "file"];

/** A field of one line. */
export function Field({ label, name, id = name, hint, ...input }: Labels & Record<string, unknown>) {
  const { entered, aria } = useReturned({ name, id, hint });
  const isKept = entered !== undefined && !NEVER_FILLED.includes(String(input.type));
  const kept = isKept ? { value: entered[0] ?? "" } : {};
  return (
    <Labelled label={label} name={name} id={id} hint={hint}>
      <input id={id} name={name} {...aria} {...input} {...kept} />
    </Labelled>
  );
}

/** A text of several lines. */
export function TextField({
  label,
  name,
  id = name,
  hint,
  children,
  ...area
}: PropsWithChildren<Labels & Record<string, unknown>>) {
  const { entered, aria } = useReturned({ name, id, hint });
  return (
    <Labelled label={label} name={name} id={id} hint={hint}>
      <textarea id={id} name={name} {...aria} {...area}>
        {entered === undefined ? children : (entered[0] ?? "")}
      </textarea>
    </Labelled>
  );
}

interface Options extends Labels {
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen?: string;
  readonly required?: boolean;
}

/** A choice of one of the options. */
export function Select({ label, name, id = name, hint, options, chosen, required }: Options) {
  const { entered, aria } = useReturned({ name, id, hint });
  const selected = entered?.[0] ?? chosen;
  return (
    <Labelled label={label} name={name} id={id} hint={hint}>
      <select id={id} name={name} required={required} {...aria}>
        {options.map(([value, text]) => (
          <option value={value} selected={value === selected}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A secret that is shown only once. A click selects it whole, by the style sheet: pages have no script. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div class="secret">
      <label for="secret">{label}</label>
      <output id="secret" class="value mono">
        {value}
      </output>
      <p class="hint">Copy it now. It will not be shown again.</p>
    </div>
  );
}

/** The rejection of a form's input, above the form. */
export function Refusal({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class="flash error" role="alert">
      <Spelt text={text} />
    </p>
  );
}

/** Links to newer and older pages of a list; `older` is the address of the next page, or null. */
export function Pager({ first, older }: { first: string | null; older: string | null }) {
  if (first === null && older === null) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {first === null ? <span /> : <a href={first}>Newest</a>}
      {older === null ? <span /> : <a href={older}>Older</a>}
    </nav>
  );
}
