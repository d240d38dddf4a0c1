import type { JsonSchema } from './json-schemas.ts';

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: object[];
  requestBody?: object;
  responses: Readonly<Record<string, object>>;
  security?: object[];
}

/** Operations by path, then by method in lower case. */
export type Paths = Record<string, Record<string, Operation>>;

export function parameter(name: string, place: 'query' | 'path' | 'header', schema: JsonSchema, required = place === 'path'): object {
  return { name, in: place, required, schema };
}

/** The scenario whose rules a call is about, in place of the live ones. */
export const SCENARIO_HEADER = parameter('X-Scenario', 'header', { type: 'integer', minimum: 1 });
/** The question that a write answers: its history rows carry the id. */
export const QUESTION_HEADER = parameter('X-Question', 'header', { type: 'integer', minimum: 1 });
/** Worked examples may come to other points. */
export const ACCEPT_BROKEN = parameter('accept_broken', 'query', { type: 'boolean' });

/** How a feed is asked for. */
export const FEED = [
  {
    ...parameter('format', 'query', { type: 'string', enum: ['xlsx', 'csv', 'json'] }),
    description: 'A workbook of totals ends in a row of sums («Tổng»); csv and json have none, so that a program counts nothing twice.',
  },
  {
    ...parameter('options', 'query', { type: 'string', enum: ['keys', 'words'] }),
    description:
      'Options, flags and headings of csv by their keys, or in the words of the language; keys for csv and json, words for xlsx unless said.',
  },
];

export function jsonBody(schema: JsonSchema, required = true): Pick<Operation, 'requestBody'> {
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

/** A multipart form with a file and the parts that a schema says. */
export function formBody(file: string, { properties }: JsonSchema = {}): Pick<Operation, 'requestBody'> {
  const schema: JsonSchema = {
    type: 'object',
    properties: { [file]: { type: 'string', format: 'binary' }, ...(properties as object | undefined) },
    required: [file],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

export function jsonAnswer(schema: JsonSchema, status = 200): Pick<Operation, 'responses'> {
  return { responses: { [status]: { description: 'Success', content: { 'application/json': { schema } } }, ...ERRORS } };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file in the format that was asked for; a list is sent as JSON too. */
export function fileAnswer(types: readonly string[] = [XLSX, 'text/csv', 'application/json']): Pick<Operation, 'responses'> {
  const content = Object.fromEntries(
    types.map((type) => [type, { schema: type === 'application/json' ? { type: 'array', items: { type: 'object' } } : {} }]),
  );
  return { responses: { 200: { description: 'The file', content }, 304: { description: 'Nothing has changed' }, ...ERRORS } };
}

export const WORKBOOK_TYPES = [XLSX];

/** Every error has one shape; its code says which it is. Not as 4XX and 5XX: some generators of clients take single statuses only. */
const ERRORS = { default: { $ref: '#/components/responses/Error' } };
