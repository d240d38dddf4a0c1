import type { Grant } from '../contracts/roles.ts';
import type { Lang } from '../contracts/text.ts';
import type { Clock } from './clock.ts';
import type { Author } from './db/client.ts';
import type { Plan, ResultsOf } from './db/query.ts';
import type { RowStore } from './db/row-source.ts';

/** The signed-in person, as the database says at this moment. */
export interface Actor {
  id: number;
  username: string;
  name: string;
  roles: readonly string[];
  department_id: number | null;
  dept_grp_id: number | null;
  /** The session gave the password or a code of the second factor in the last five minutes. */
  hasFreshProof: boolean;
}

/** The origin of a call. */
export interface Client {
  /** IP address; every caller whose address is not known counts as the same. */
  address: string;
  /** What limits count: the address, of IPv6 its first 64 bits, which one subscriber holds whole. */
  network: string;
  /** The networks that it is in, the widest first; the last is `network`. */
  networks: readonly string[];
  userAgent: string | null;
}

/** One call of one person: its access to the database, with their rights checked in the same round trip. */
export interface Caller {
  readonly lang: Lang;
  readonly requestId: string;
  /** Of the program: another one may answer in another shape. */
  readonly version: string;
  readonly clock: Clock;
  readonly client: Client;
  readonly sessionId: string;
  /** An access token calls: it may read, and `write` throws 403. */
  readonly isReadOnly: boolean;
  /** In a scenario: where the records of a table are written in its place. */
  readonly storeOf?: (table: string) => RowStore;
  /**
   * Runs the planned queries and the actor's check in one round trip and answers their results under the plan's names;
   * 401 or 403 comes before any other error.
   * `plan` may run twice, when the actor's rights changed since the token was made. `timeoutMs`: see `Database.read` and LONG_READ_MS.
   */
  read<P extends Plan>(
    grant: Grant | undefined,
    plan: (actor: Actor) => P,
    timeoutMs?: number,
  ): Promise<{ actor: Actor; results: ResultsOf<P> }>;
  /** Only the check. */
  require(grant: Grant | undefined): Promise<Actor>;
  /** Further reads of a call that was checked already. */
  readMore<P extends Plan>(plan: P, timeoutMs?: number): Promise<ResultsOf<P>>;
  /** `timeoutMs`: see `Database.write` and LONG_WRITE_MS. */
  write<P extends Plan>(plan: P, source?: Author['source'], timeoutMs?: number): Promise<ResultsOf<P>>;
  /** Does the work once the answer is on its way; a failure is logged, and the answer stays the same. */
  afterAnswer(work: () => Promise<void>): Promise<void>;
  /** Warnings of the answer beside the row: texts in the caller's language. */
  readonly warnings: string[];
  /** A text with addresses of images that a browser may open for some hours in place of their bare paths. */
  signImages(text: string): string;
}

/** What every handler behind the sign-in finds in its context. */
export interface AppEnv {
  Variables: { caller: Caller; requestId: string };
}

/** Validates; when that fails, the rights are checked before the error is thrown, so that a 401 or 403 comes before any 4xx about the values. */
export async function authorizeThenValidate<T>(caller: Caller, grant: Grant | undefined, validate: () => T | Promise<T>): Promise<T> {
  try {
    return await validate();
  } catch (error) {
    await caller.require(grant);
    throw error;
  }
}

/** An answer with what the write warned of, if anything. */
export function withWarnings<Answer extends object>(
  { warnings }: Pick<Caller, 'warnings'>,
  answer: Answer,
): Answer & { warnings?: string[] } {
  return warnings.length > 0 ? { ...answer, warnings } : answer;
}
