import { useContext } from "hono/jsx";
import { Returned } from "./returned-form.ts";

/** What a field of a form is called. */
export interface Labels {
  readonly label: string;
  readonly name: string;
  /** Default: the name. */
  readonly id?: string;
  /** Describes the input. */
  readonly hint?: string | undefined;
}

/** What a field shows of the returned form around it: what was entered, and what is wrong with it. */
export function useReturned({ name, id = name, hint }: Omit<Labels, "label">) {
  const returned = useContext(Returned);
  const fault = returned?.faults.find((each) => each.name === name)?.text;
  const describes = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`];
  return {
    fault,
    /** The texts that were entered; undefined in a form that is not returned. */
    entered: returned === null ? undefined : (returned.values.get(name) ?? []),
    aria: {
      "aria-describedby": describes.filter(Boolean).join(" ") || undefined,
      "aria-invalid": fault === undefined ? undefined : "true",
      // The first marked field of a long form may be below the screen.
      autofocus: returned?.faults.find((each) => each.name !== null)?.name === name || undefined,
    },
  };
}

/** What describes an input: its hint, and what is wrong with it. */
export function Notes({ label, name, id = name, hint }: Labels) {
  const { fault } = useReturned({ name, id });
  return (
    <>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          <Spelt text={hint} />
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`} data-fault={name}>
          <Spelt text={faultText(label, fault)} />
        </p>
      )}
    </>
  );
}

/** A fault as a sentence: one that begins in lower case says what the field must be. */
const faultText = (label: string, fault: string) => (/^\p{Ll}/u.test(fault) ? `${label} ${fault}` : fault);

/** A text whose words between backticks are code. */
export const Spelt = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))}</>
);
