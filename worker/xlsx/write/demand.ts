/**
 * Keeps a producer in step with its reader. The (de)compressors of some runtimes take whatever they are given, whether or not
 * anyone reads what comes out; so a producer asks `turn` before each piece and gets it only while the reader waits.
 */
export class Demand {
  #wanted = Promise.withResolvers<void>();

  /** The reader waits for bytes. */
  raise(): void {
    this.#wanted.resolve();
  }

  /** The reader got bytes and is busy with them. */
  lower(): void {
    this.#wanted = Promise.withResolvers();
  }

  /** Resolves while the reader waits. */
  async met(): Promise<void> {
    await this.#wanted.promise;
  }

  /** As `met`, but lets the runtime first do what else is due, so that bytes already on their way arrive and count. */
  async turn(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    await this.#wanted.promise;
  }
}
