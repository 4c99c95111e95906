/** A built file of the page. Its name holds a digest of its content, so that it never changes. */
interface BuiltFile {
  readonly type: string;
  readonly body: string;
}

/** What is built of `capture/`. */
export interface BuiltFiles {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  /** By their names; `script`, `style` and `icon` are three of them. */
  readonly files: Readonly<Record<string, BuiltFile>>;
}
