import type { Contract } from '../../contracts/contract.ts';
import { MAX_LIMIT } from '../../contracts/paging.ts';
import type { Resource } from '../../crud/resource.ts';
import { bodyJsonSchema, envelopeJsonSchema, inputJsonSchema, type JsonSchema, rowReference } from './json-schemas.ts';
import {
  ACCEPT_BROKEN,
  FEED,
  fileAnswer,
  jsonAnswer,
  jsonBody,
  type Operation,
  type Paths,
  parameter,
  QUESTION_HEADER,
  SCENARIO_HEADER,
} from './operations.ts';

const IDEMPOTENCY_KEY = parameter('Idempotency-Key', 'header', { type: 'string' });

/** The calls of an entity that its contract's access names. */
export function entityPaths({ contract }: Resource): Paths {
  const { name, access, fields, label } = contract;
  const row = rowReference(name);
  const one: JsonSchema = {
    type: 'object',
    properties: { data: row, warnings: { type: 'array', items: { type: 'string' } } },
    required: ['data'],
  };
  const deleted: JsonSchema = {
    type: 'object',
    properties: { message: { type: 'string' }, ids: { type: 'array', items: { type: 'integer' } } },
    required: ['message', 'ids'],
  };
  const id = parameter('id', 'path', { type: 'integer', minimum: 1 });
  const operation = (verb: string, summary: string, more: Partial<Operation>): Operation => ({
    operationId: `${name}.${verb}`,
    tags: [name],
    summary: `${label.en}: ${summary}`,
    responses: {},
    ...more,
    ...withHeaders(more.parameters, [
      ...(contract.versions ? [SCENARIO_HEADER] : []),
      ...(READING.includes(verb) ? [] : [QUESTION_HEADER]),
    ]),
  });
  /** A change of rules may bring worked examples to other points. */
  const accepting = (schema: JsonSchema): JsonSchema =>
    contract.versions ? { ...schema, properties: { ...(schema.properties as object), accept_broken: { type: 'boolean' } } } : schema;
  const update = (verb: string) =>
    operation(verb, 'changes the fields that are given.', {
      parameters: [id],
      ...jsonBody({
        ...accepting(bodyJsonSchema(fields, 'update')),
        description: 'With `version`, 409 where somebody saved the row since.',
      }),
      ...jsonAnswer(one),
    });
  const ids: JsonSchema = { type: 'object', properties: { ids: { type: 'array', items: { type: 'integer' } } }, required: ['ids'] };
  const check: JsonSchema = {
    type: 'object',
    properties: { id: { type: 'integer' }, is_checked: { type: 'integer', enum: [0, 1] }, seen_version: { type: 'integer', minimum: 1 } },
    required: ['id', 'is_checked'],
  };
  return {
    [`/${name}`]: {
      ...(access.list && {
        get: operation('list', 'a page of rows.', { parameters: listParameters(contract), ...jsonAnswer(envelopeJsonSchema(row)) }),
      }),
      ...(access.create && {
        post: operation('create', 'makes a row.', {
          parameters: [IDEMPOTENCY_KEY],
          ...jsonBody(accepting(bodyJsonSchema(fields, 'create'))),
          ...jsonAnswer(one, 201),
        }),
      }),
    },
    [`/${name}/{id}`]: {
      ...(access.get && { get: operation('get', 'one row.', { parameters: [id], ...jsonAnswer(one) }) }),
      ...(access.update && { put: update('update'), patch: update('patch'), post: update('updateByPost') }),
      ...(access.delete && {
        delete: operation('delete', 'removes a row.', {
          parameters: contract.versions ? [id, ACCEPT_BROKEN] : [id],
          ...jsonAnswer(deleted),
        }),
      }),
    },
    ...(access.delete && {
      [`/${name}/deleteByIds`]: {
        post: operation('deleteMany', 'removes rows, all or none.', { ...jsonBody(accepting(ids)), ...jsonAnswer(deleted) }),
      },
    }),
    ...(access.check && {
      [`/${name}/checked`]: { post: operation('check', 'sets the check mark.', { ...jsonBody(check), ...jsonAnswer(row) }) },
    }),
    ...(access.export && {
      [`/${name}/export`]: {
        get: operation('export', 'all rows of the filters as a file.', { parameters: exportParameters(contract), ...fileAnswer() }),
      },
    }),
  };
}

const READING = ['list', 'get', 'export'];

function withHeaders(parameters: readonly object[] = [], headers: readonly object[]): Pick<Operation, 'parameters'> {
  return parameters.length + headers.length > 0 ? { parameters: [...parameters, ...headers] } : {};
}

/** What a list reads from the address. */
export function listParameters(contract: Contract): object[] {
  return [
    parameter('page', 'query', { type: 'integer', minimum: 1 }),
    parameter('limit', 'query', { type: 'integer', minimum: 1, maximum: MAX_LIMIT }),
    ...filterParameters(contract),
    ...(contract.summed ? [parameter('sum', 'query', { type: 'integer', enum: [0, 1] })] : []),
  ];
}

function exportParameters(contract: Contract) {
  return [...FEED, ...filterParameters(contract)];
}

function filterParameters({ filters, fields, sorts }: Contract) {
  const orders = sorts.flatMap((name) => [name, `${name} ASC`, `${name} DESC`]);
  return [
    parameter('order_by', 'query', { type: 'string', examples: orders.slice(0, 2) }),
    ...Object.entries(filters).map(([name, { field, op, via }]) =>
      parameter(name, 'query', op === 'equals' && !via && fields[field] ? inputJsonSchema(fields[field]) : { type: 'string' }),
    ),
  ];
}
