/** Rows one by one out of chunks of rows, with a peek at whether there are more. */
export class RowCursor {
  #chunks: AsyncIterator<readonly (readonly unknown[])[]>;
  #chunk: readonly (readonly unknown[])[] = [];
  #at = 0;
  #ended = false;

  constructor(rows: AsyncIterable<readonly (readonly unknown[])[]>) {
    this.#chunks = rows[Symbol.asyncIterator]();
  }

  async next(): Promise<readonly unknown[] | undefined> {
    if (this.#at >= this.#chunk.length && (await this.isDone())) return undefined;
    return this.#chunk[this.#at++];
  }

  async isDone(): Promise<boolean> {
    while (this.#at >= this.#chunk.length && !this.#ended) {
      const { done, value } = await this.#chunks.next();
      this.#ended = done === true;
      this.#chunk = done ? [] : value;
      this.#at = 0;
    }
    return this.#at >= this.#chunk.length;
  }

  /** Lets the source clean up when it was left before its end. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#chunks.return?.();
  }
}
