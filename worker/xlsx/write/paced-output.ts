import { Demand } from './demand.ts';

/** A byte stream whose producer goes on only as its reader does, and which can fail after the fact. */
export class PacedOutput {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #demand = new Demand();
  #cancelled = false;

  constructor() {
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#demand.raise(),
        cancel: () => {
          this.#cancelled = true;
          this.#demand.raise();
        },
      },
      { highWaterMark: 0 },
    );
    this.writable = new WritableStream<Uint8Array>({
      write: async (chunk) => {
        await this.#demand.met();
        this.#refuseIfCancelled();
        this.#demand.lower();
        this.#controller.enqueue(chunk);
      },
    });
  }

  /** To be awaited before each piece of content; throws when the reader went away. */
  async turn(): Promise<void> {
    await this.#demand.turn();
    this.#refuseIfCancelled();
  }

  end(): void {
    if (!this.#cancelled) this.#controller.close();
  }

  /** What was read so far is no complete file: the reader gets the error. */
  fail(error: unknown): void {
    if (!this.#cancelled) this.#controller.error(error);
  }

  #refuseIfCancelled(): void {
    if (this.#cancelled) throw new Error('The reader went away');
  }
}
