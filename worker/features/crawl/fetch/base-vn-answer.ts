import * as z from 'zod';
import { schemaOf } from '../../../contracts/field-schemas.ts';
import { toStorable } from '../../../contracts/value-forms.ts';
import {
  CrawlError,
  type CrawlPage,
  type SkippedJob,
  type SourceField,
  type SourceJob,
  type SourceWorkflow,
} from '../../../platform/crawl-source.ts';

/**
 * One parsed answer of the jobs call as a page. Unknown keys are ignored, numbers are taken for texts, lists may come as objects.
 * An entry that is no job is put aside; throws `unexpected_shape` when there is no list, or not one readable job in it.
 */
export function readAnswer(answer: unknown, host: string): CrawlPage {
  const parsed = schemaOf(answerSchema).safeParse(answer);
  if (!parsed.success) throw new CrawlError('unexpected_shape', { host, detail: firstPath(parsed.error) });
  const jobs: SourceJob[] = [];
  const skipped: SkippedJob[] = [];
  let detail = '';
  for (const [index, entry] of parsed.data.jobs.entries()) {
    const job = schemaOf(jobSchema).safeParse(entry);
    if (job.success) {
      jobs.push(job.data);
      continue;
    }
    detail ||= `jobs.${index}.${firstPath(job.error)}`;
    skipped.push(toSkippedJob(entry, firstPath(job.error)));
  }
  if (jobs.length === 0 && skipped.length > 0) throw new CrawlError('unexpected_shape', { host, detail });
  const { total_items, items_per_page } = parsed.data;
  return { jobs, skipped, ...(total_items !== undefined && { total_items }), ...(items_per_page !== undefined && { items_per_page }) };
}

/** The workflows of one answer of `workflows/get`, those without an id left out. Throws `unexpected_shape` where there is no list. */
export function readWorkflows(answer: unknown, host: string): SourceWorkflow[] {
  const parsed = schemaOf(workflowsSchema).safeParse(answer);
  if (!parsed.success) throw new CrawlError('unexpected_shape', { host, detail: firstPath(parsed.error) });
  return parsed.data.workflows.filter(({ id }) => id !== '');
}

/** The fields that `workflow/get` tells of a form, whatever it calls their list; none where it tells none. */
export function readFormFields(answer: unknown): Pick<SourceField, 'id' | 'name' | 'type'>[] {
  const { workflow } = schemaOf(formSchema).catch({ workflow: {} }).parse(answer);
  return [workflow.form, workflow.fields, workflow.custom_fields].find((fields) => fields && fields.length > 0) ?? [];
}

/** The message of an error answer (`code` is not 1); undefined for any other answer. */
export function refusalMessage(answer: unknown): string | undefined {
  const parsed = schemaOf(refusalSchema).safeParse(answer);
  if (!parsed.success || String(parsed.data.code) === '1') return undefined;
  return parsed.data.message || `code ${parsed.data.code}`;
}

const scalar = () =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((raw) => (raw === null || raw === undefined ? '' : toStorable(String(raw))));

/** A list; PHP writes one with gaps as an object. */
const list = <T extends z.ZodType>(item: T) => z.unknown().transform(entriesOf).pipe(z.array(item));
/** A list where nothing at all means an empty one. */
const optionalList = <T extends z.ZodType>(item: T) =>
  z
    .unknown()
    .optional()
    .transform((raw) => entriesOf(raw || []))
    .pipe(z.array(item));

function entriesOf(raw: unknown): unknown {
  return raw !== null && typeof raw === 'object' && !Array.isArray(raw) ? Object.values(raw) : raw;
}

const count = () =>
  scalar()
    .transform((raw) => (/^\d+$/.test(raw) ? Number(raw) : undefined))
    .catch(undefined);
const answerSchema = () => z.object({ jobs: list(z.unknown()), total_items: count(), items_per_page: count() });
const refusalSchema = () => z.object({ code: z.union([z.number(), z.string()]), message: scalar() });

const workflowsSchema = () => z.object({ workflows: list(z.object({ id: scalar(), name: scalar() })) });
/** A list, or one written as a text of JSON. */
const formFields = () =>
  z
    .unknown()
    .transform((raw) => entriesOf(typeof raw === 'string' ? parseList(raw) : (raw ?? [])))
    .pipe(z.array(z.object({ id: scalar(), name: scalar(), type: scalar() })))
    .catch([]);
const formSchema = () =>
  z.object({ workflow: z.object({ form: formFields(), fields: formFields(), custom_fields: formFields() }).partial() });

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

const namedSchema = () =>
  z
    .object({ name: scalar(), label: scalar(), title: scalar(), username: scalar() })
    .transform((raw) => raw.name || raw.label || raw.title || raw.username);
/** A tag, an option or a person: a plain text, or an object that carries one. */
const nameOf = () => z.union([scalar(), namedSchema()]);

const value = () =>
  z.union([
    z.number(),
    scalar(),
    namedSchema().refine((name) => name !== ''),
    list(nameOf()).transform((items) => items.filter((item) => item !== '')),
    // Such as a table: no column uses it, and its job must not be skipped for it.
    z.unknown().transform(writeJson),
  ]);

/** Nothing where it is nested too deep to be written. */
function writeJson(raw: unknown): string {
  try {
    return JSON.stringify(raw);
  } catch {
    return '';
  }
}

const fieldSchema = () =>
  z.object({ id: scalar().catch(''), name: scalar().catch(''), type: scalar().catch(''), value: value(), display: scalar().catch('') });

const stage = () =>
  z
    .object({ id: scalar(), name: scalar() })
    .nullish()
    .catch(null)
    .transform((raw) => (raw?.name ? raw : null));

const jobSchema = () =>
  z.object({
    // Of numbers the safe ones only: two that are larger may be read as one.
    id: z
      .union([z.string(), z.int()])
      .transform((id) => toStorable(String(id)))
      .refine((id) => id.trim() !== ''),
    name: scalar(),
    content: scalar(),
    username: scalar(),
    creator_username: scalar(),
    since: scalar(),
    last_update: scalar(),
    finish_at: scalar(),
    deadline: scalar(),
    stage_export: stage(),
    tags: optionalList(nameOf().catch('')).transform((tags) => tags.map((tag) => tag.trim()).filter((tag) => tag !== '')),
    form: optionalList(fieldSchema().nullable().catch(null)).transform((form) => form.filter((field) => field !== null)),
  });

function toSkippedJob(entry: unknown, path: string): SkippedJob {
  const known = z.object({ id: scalar().catch(''), name: scalar().catch('') }).safeParse(entry).data;
  const reason = { vi: `Không đọc được công việc này từ nguồn (${path})`, en: `The source's entry for this job is not readable (${path})` };
  return {
    external_id: known?.id || null,
    name: known?.name || null,
    reasons: [{ column: 'external_id', value: known?.id ?? '', reason }],
  };
}

function firstPath(error: z.ZodError): string {
  return error.issues[0]?.path.map(String).join('.') || 'answer';
}
