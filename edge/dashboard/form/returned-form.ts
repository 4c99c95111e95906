import { createContext } from "hono/jsx";

/** One fault of a form's input. */
export interface FieldFault {
  /** The name of the field; null for a fault of no field. */
  readonly name: string | null;
  /**
   * What the field must be, to be read after its label, such as `must be at least 1.`; or a whole sentence.
   */
  readonly text: string;
}

/** A form that was rejected, and is shown again with what its sender has entered. */
export interface ReturnedForm {
  /** The path that the form was sent to. */
  readonly action: string;
  /** The texts of each field, by its name. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly FieldFault[];
  /** For the top of the page. */
  readonly message: string;
}

/** The returned form around a field; null in a form that is shown for the first time. */
export const Returned = createContext<ReturnedForm | null>(null);
