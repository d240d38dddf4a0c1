import type * as z from 'zod';
import type { Contract } from '../../contract.ts';
import type { Fields } from '../../fields.ts';
import type { Grant } from '../../roles.ts';
import type { Text } from '../../text.ts';

/** Whom a call answers: by the roles of who is signed in; anybody; or whoever holds the refresh cookie or a token. */
export type Audience = Grant | 'public' | 'cookie';

/** A call that is no verb of an entity, as server, screens and documents read it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the root of the API, a part that varies as `:name`; `:id` is the id of a record. */
  readonly path: `/${string}`;
  readonly grant: Audience;
  /** Parameters of the address; any other is refused. */
  readonly params?: Fields;
  /** The list whose parameters it reads by itself. */
  readonly list?: Contract;
  /** It reads the address by itself, and refuses what it does not know: the filters of a list that it finds first. */
  readonly readsAddress?: true;
  /** It may bring worked examples to other points: `accept_broken`, in the address or the body, says that this is meant. */
  readonly acceptsBroken?: true;
  /** Under the header `X-Scenario` it is about the rules of that scenario; other calls refuse the header. */
  readonly inScenario?: true;
  /** Beside a file, the other parts of the form. Schemas are made where one is used: all of them take a cold isolate longer than its first call. */
  readonly body?: Fields | (() => z.ZodType);
  /** The part of a multipart form that is a file. */
  readonly file?: string;
  /** What the values of a body are called that is given as a schema. */
  readonly labels?: Readonly<Record<string, Text>>;
  /** The longest body that it reads; 1 MB where none is named. */
  readonly maxBodyKb?: number;
  /** A request without a body has no values; otherwise it is malformed. */
  readonly optionalBody?: true;
  /** What it answers in JSON, or the kind of file: a feed is a workbook, CSV or JSON, as `format` says; a file is what it was made as. */
  readonly answer?: (() => z.ZodType) | 'workbook' | 'feed' | 'file' | 'image';
  /** Status of success; 200 where none is named. */
  readonly status?: 201;
  /** A GET that changes something, or asks another service: refused to an access token. */
  readonly changes?: true;
  /** One sentence for the reference. */
  readonly summary: string;
}

/** All of a call but its route, who may call it and its sentence. */
type CallParts = Omit<Call, 'method' | 'path' | 'grant' | 'summary'>;

/** What `defineCall` makes of its arguments. */
type Defined<R extends string, G extends Audience, P extends CallParts> = P &
  (R extends `${infer M extends Call['method']} ${infer A extends Call['path']}`
    ? { readonly method: M; readonly path: A; readonly grant: G; readonly summary: string }
    : never);

/** Declares a call, as in `GET /months/:id`; the compiler keeps its path, its grant and the names of its fields. */
export function defineCall<
  const R extends `${Call['method']} ${Call['path']}`,
  const G extends Audience,
  const P extends CallParts = Record<never, never>,
>(route: R, grant: G, summary: string, parts?: P): Defined<R, G, P>;
export function defineCall(route: string, grant: Audience, summary: string, parts: CallParts = {}): Call {
  const [method, path] = route.split(' ') as [Call['method'], Call['path']];
  return { method, path, grant, summary, ...parts };
}
