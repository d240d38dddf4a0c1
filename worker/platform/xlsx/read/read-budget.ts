import { WorkbookError } from '../workbook-error.ts';
import { BYTES_PER_VALUE, ELEMENTS_PER_VALUE, MAX_CELLS, MAX_IDLE_BYTES, MAX_IDLE_ELEMENTS } from './limits.ts';

/**
 * What one file may cost to read, over all of its parts. It counts instead of taking the time, since the clock of a Worker stands still
 * while it computes: each value earns the XML around it, and XML that leads to no value runs out.
 */
export class ReadBudget {
  #cells = MAX_CELLS;
  #elements = MAX_IDLE_ELEMENTS;
  #bytes = MAX_IDLE_BYTES;

  spendElement(): void {
    if (--this.#elements < 0) throw new WorkbookError('empty_content', { limit: MAX_IDLE_ELEMENTS });
  }

  spendBytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw new WorkbookError('idle_content', { limit: MAX_IDLE_BYTES / 1024 / 1024 });
  }

  /** A text that cells may share was read. */
  earnText(): void {
    this.#elements = Math.min(MAX_IDLE_ELEMENTS, this.#elements + ELEMENTS_PER_VALUE);
    this.#bytes = Math.min(MAX_IDLE_BYTES, this.#bytes + BYTES_PER_VALUE);
  }

  /** A cell with a value was read. */
  earnCell(): void {
    if (--this.#cells < 0) throw new WorkbookError('many_cells', { limit: MAX_CELLS });
    this.earnText();
  }
}
