import type { Child } from "hono/jsx";
import { type Labels, Notes, useReturned } from "./notes.tsx";

/** A box to tick. */
export function Check({
  label,
  name,
  id = name,
  hint,
  checked = false,
  required,
}: Labels & { readonly checked?: boolean; readonly required?: boolean }) {
  const { entered, aria } = useReturned({ name, id, hint });
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          name={name}
          // A confirmation is given again for each sending.
          checked={entered === undefined || required ? checked : entered.length > 0}
          required={required}
          {...aria}
        />{" "}
        <span>{label}</span>
      </label>
      <Notes label={label} name={name} id={id} hint={hint} />
    </div>
  );
}

/** Boxes to tick, any number of them. What is wrong stands once, above them, and not at each box. */
export function Checks({
  label,
  name,
  options,
  chosen,
  show = (value) => value,
}: Omit<Labels, "hint"> & {
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  /** What stands beside a box. Default: its value. */
  readonly show?: (value: string) => Child;
}) {
  const { entered = chosen, aria } = useReturned({ name });
  return (
    <fieldset aria-describedby={aria["aria-describedby"]}>
      <legend>{label}</legend>
      <Notes label={label} name={name} />
      {options.map((value, at) => (
        <label class="check">
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={entered.includes(value)}
            autofocus={at === 0 && aria.autofocus}
          />{" "}
          {show(value)}
        </label>
      ))}
    </fieldset>
  );
}
