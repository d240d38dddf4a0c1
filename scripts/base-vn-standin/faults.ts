import * as z from 'zod';

const FAULT_KINDS = [
  'html', // a web page instead of JSON; `status` 200 by default
  'http', // plain text with `status` 500 by default
  'code0', // JSON that refuses, with `message`
  'truncated', // JSON cut in the middle
  'shape', // good JSON without jobs
  'huge', // an answer of `megabytes`
  'slow', // the right answer after `ms`
  'stall', // half of the answer, then silence
  'drop', // the connection breaks without an answer
  'empty', // no jobs, with the total as it was
  'repeat_page', // from `page` on, that page again and again, for ever
  'page_size', // at most `size` jobs a page
  'overlap', // every page begins `size` jobs before the end of the one before
  'shuffle', // form fields in another order at every request
  'bad_numbers', // every third job of the page has words for its floor area
  'bad_dates', // every third job of the page was received on 31/02
  'delete_job', // after the answer the first job of the page is deleted
  'edit_job', // after the answer the first job of the page is edited
  'add_job', // after the answer a job is added
  'endless', // every page has new jobs, and a billion are announced
] as const;

const faultSchema = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  /** Only on this page; on any without it. */
  page: z.coerce.number().int().min(0).optional(),
  /** Only for so many requests. */
  times: z.coerce.number().int().min(1).optional(),
  status: z.coerce.number().int().min(200).max(599).optional(),
  message: z.string().optional(),
  ms: z.coerce.number().int().min(0).optional(),
  size: z.coerce.number().int().min(1).optional(),
  megabytes: z.coerce.number().int().min(1).max(200).optional(),
});

export type FaultKind = (typeof FAULT_KINDS)[number];
export type Fault = z.infer<typeof faultSchema>;

/** Faults from JSON: one, a list, or null for none. Throws on anything else. */
export function readFaults(json: unknown): Fault[] {
  return json === null ? [] : z.array(faultSchema).parse(Array.isArray(json) ? json : [json]);
}

/** Faults from a text such as `html:status=502,page=1;slow:ms=3000`. */
export function parseFaults(text: string): Fault[] {
  const faults = text.split(';').filter((part) => part.trim() !== '');
  return readFaults(
    faults.map((part) => {
      const [kind = '', settings = ''] = part.trim().split(/:(.*)/s);
      const pairs = settings.split(',').filter((pair) => pair !== '');
      return { kind, ...Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2))) };
    }),
  );
}

/** The faults that are on, counted down as requests meet them. */
export class Faults {
  #active: Fault[];

  constructor(faults: readonly Fault[] = []) {
    this.#active = faults.map((fault) => ({ ...fault }));
  }

  /** Those that hit this request. */
  meet(page: number): Map<FaultKind, Fault> {
    const hit = this.#active.filter((fault) => {
      if (fault.page === undefined) return true;
      return fault.kind === 'repeat_page' ? page >= fault.page : page === fault.page;
    });
    for (const fault of hit) if (fault.times !== undefined) fault.times -= 1;
    this.#active = this.#active.filter((fault) => fault.times !== 0);
    return new Map(hit.map((fault) => [fault.kind, fault]));
  }
}
