import * as z from 'zod';
import '../../field-schemas.ts';
import { ALIAS_KINDS } from '../crawl-settings.ts';
import { fieldsOf, keysOf } from './keys-of.ts';
import { named } from './row.ts';

const settings = () => ({
  url: z.string(),
  workflow_ids: z.array(z.string()),
  /** Column of a direct by id or name of a form field; an empty column leaves the field out. */
  field_map: z.record(z.string(), z.string()),
  /** What the source means by `1.250`: with `dot` 1.25, with `comma` 1250. */
  numbers: z.enum(['dot', 'comma']),
});

/** `GET crawl_settings`: what counts now. */
export const crawlSettingsAnswer = () =>
  z.object({
    ...settings(),
    /** Names of the settings that an Admin chose; the others are the environment's. */
    chosen: z.array(z.string()),
    /** What the environment says. */
    defaults: z.object(settings()),
    /** The only origin that is ever called. */
    allowed_origin: z.string(),
    has_token: z.boolean(),
    /** Why no crawl can start; null while one can. */
    problem: z.string().nullable(),
    /** Columns that a field may fill. */
    columns: z.array(z.string()),
    /** 0 before anything was saved. */
    version: z.number(),
    updated_at: z.string().nullable(),
    updated_by: z.string().nullable(),
  });
export type CrawlSettings = z.infer<ReturnType<typeof crawlSettingsAnswer>>;

/** One value of a job as it is at the source, and what it becomes here. */
const sampleField = () =>
  z.object({
    /** `job`: a key of the job itself; `form`: a field of its form. */
    origin: z.enum(['job', 'form']),
    ...fieldsOf(z.string(), 'id', 'name', 'type', 'value'),
    /** The column that it fills; null for none. */
    column: z.string().nullable(),
    becomes: z.union([z.string(), z.number()]).nullable(),
    /** Why it becomes nothing. */
    problem: z.string().nullable(),
  });
export type SampleField = z.infer<ReturnType<typeof sampleField>>;

/** `GET crawl_settings/sample`: one job of the source. `message` says why there is none. */
export const crawlSampleAnswer = () =>
  z.object({ ...fieldsOf(z.string().nullable(), 'workflow_id', 'external_id', 'name', 'message'), fields: z.array(sampleField()) });
export type CrawlSample = z.infer<ReturnType<typeof crawlSampleAnswer>>;

/** `POST crawl_settings/test`: each workflow asked for its first jobs, by settings that need not be saved. */
export const crawlTestAnswer = () =>
  z.object({
    ok: z.boolean(),
    message: z.string().nullable(),
    workflows: z.array(z.object({ id: z.string(), ok: z.boolean(), jobs: z.number().nullable(), message: z.string().nullable() })),
    sample: crawlSampleAnswer().nullable(),
  });
export type CrawlTest = z.infer<ReturnType<typeof crawlTestAnswer>>;

/** `GET crawl_settings/workflows`: `message` says why there are none. */
export const sourceWorkflows = () =>
  z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        fields: z.array(sampleField().pick({ id: true, name: true, type: true, column: true })),
      }),
    ),
    message: z.string().nullable(),
  });
export type SourceWorkflows = z.infer<ReturnType<typeof sourceWorkflows>>;

/** A name in the source's jobs that no record goes by. */
export const unmatchedName = () =>
  z.object({
    kind: keysOf(ALIAS_KINDS),
    text: z.string(),
    /** Jobs with this name. */
    jobs: z.number(),
    /** Of these, jobs of a locked month and checked ones: they are filled once the way is free. */
    held: z.number(),
    /** The customer that the crawl made for this name. */
    customer_id: z.number().nullable(),
    /** Records whose name differs by accents only. */
    similar: z.array(named()),
    /** To whom the name is assigned already; the jobs that are held wait for it. */
    assigned_to: named().nullable(),
  });
export type UnmatchedName = z.infer<ReturnType<typeof unmatchedName>>;

export const crawlAlias = () =>
  z.object({
    id: z.number(),
    kind: keysOf(ALIAS_KINDS),
    text: z.string(),
    target_id: z.number(),
    target_name: z.string().nullable(),
    assigned_at: z.string().nullable(),
    assigned_by: z.string().nullable(),
  });
export type CrawlAlias = z.infer<ReturnType<typeof crawlAlias>>;
