import type { Values } from '../../../contracts/fields.ts';

/** A record that a row may update, as it is. */
export interface Target {
  id: number;
  version: number;
  before: Values;
  /** Whether the person may see it. */
  inScope: boolean;
  /** Name and time of who wrote it last, where the row names another version. */
  lastWrite: readonly [name: string | null, at: string] | null;
}
