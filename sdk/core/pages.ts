import { SelfsameError } from "./error.ts";

/** A page of a list, newest first (contract §8.3). */
export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** A list: awaited it is its first page, in a `for await` it is all entries, page by page. */
export class Pages<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #cursor: string | undefined;

  constructor(read: (cursor: string | undefined) => Promise<Page<T>>, cursor?: string) {
    this.#read = read;
    this.#cursor = cursor;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page.
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read(this.#cursor).then(onPage, onError);
  }

  /** One page after the other; the next is requested when the one before has been used. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor = this.#cursor;
    for (;;) {
      const page = await this.#read(cursor);
      yield page;
      if (!page.has_more || page.next_cursor === null) return;
      if (page.next_cursor === cursor) {
        throw new SelfsameError("unexpected_answer", "A page leads to itself.");
      }
      cursor = page.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** The newest entries, at most `limit` of them. */
  async all({ limit }: { readonly limit: number }): Promise<T[]> {
    const found: T[] = [];
    if (limit < 1) return found;
    for await (const entry of this) {
      found.push(entry);
      if (found.length >= limit) break;
    }
    return found;
  }
}
