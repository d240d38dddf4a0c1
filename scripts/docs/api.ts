import { CALLS } from '../../worker/contracts/calls/declared/calls.ts';
import type { Audience, Call } from '../../worker/contracts/calls/declared/define-call.ts';
import type { Field } from '../../worker/contracts/fields.ts';
import { CHECKER_ROLE, VERBS, type Verb } from '../../worker/contracts/roles.ts';
import { callPaths } from '../../worker/features/openapi/call-paths.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { wrapText } from './wrap-text.ts';

type Contract = (typeof RESOURCES)[number]['contract'];

const HEAD = `# API

Made from the contracts and the declared calls by \`npm run docs\`; do not edit it by hand.

Base path \`/api/v1\`, JSON both ways unless said otherwise. Success is 200 or 201. An error is \`{message, code, messages?, request_id}\` in the language of
\`Accept-Language\` (vi by default, en). Every call but the public ones needs \`Authorization: Bearer <access token>\`.

Roles: A Admin, W Writer, K Checked, V Viewer, - signed in without a role.
`;

/** The calls every entity has, by the verb that grants them. */
const ENTITY_CALLS: Record<Verb, string> = {
  list: 'GET {entity}',
  get: 'GET {entity}/{id}',
  create: 'POST {entity}',
  update: 'PUT {entity}/{id}',
  delete: 'POST {entity}/deleteByIds, DELETE {entity}/{id}',
  export: 'GET {entity}/export',
  import: 'POST {entity}/import',
  check: 'POST {entity}/checked',
};

/** The reference of the API as Markdown: calls of entities with their rights and fields, then all other calls. */
export function describeApi(): string {
  const contracts = RESOURCES.map(({ contract }) => contract);
  const text = [HEAD, describeEntityCalls(contracts), describeOtherCalls(), ...contracts.map(describeEntity)].join('\n');
  return text
    .split('\n')
    .map((line) => (line.startsWith('|') ? line : wrapText(line)))
    .join('\n');
}

function describeEntityCalls(contracts: readonly Contract[]): string {
  return [
    '## Entities\n',
    'A list answers `{data, per_page, current_page, total, from, to}` and takes `page`, `limit` (1 to 50000), `order_by` (`column ASC` or `column DESC`) and the',
    `filters below; with \`sum=1\` also \`sum\` over all rows of the filters: ${contracts.flatMap(({ name, summed }) => (summed ? `${name} (${summed.join(', ')})` : [])).join(', ')}.`,
    '`text__~` finds the rows whose columns, names of related records included, have every word of it, in any order. A list has an ETag and answers 304 to `If-None-Match` while nothing has changed.',
    'A create takes an `Idempotency-Key`: sent again within a day with the same body it answers the row that it made, with another body, or once that row was deleted, 409. Other calls do not read it.',
    'Create, get and update answer `{data: row}`. A row has `id`, `version`, `created_at`, `updated_at` besides its fields.\n',
    `| entity | ${VERBS.join(' | ')} |`,
    `|---|${VERBS.map(() => '---').join('|')}|`,
    ...contracts.map(({ name, access }) => `| [${name}](#${name}) | ${VERBS.map((verb) => describeGrant(access[verb])).join(' | ')} |`),
    '',
    '| verb | call |',
    '|---|---|',
    ...VERBS.map((verb) => `| ${verb} | \`${ENTITY_CALLS[verb]}\` |`),
    '',
  ].join('\n');
}

function describeGrant(grant: Audience | undefined): string {
  if (grant === undefined) return '';
  if (grant === 'everyone') return 'AWKV-';
  return typeof grant === 'string' ? grant : grant.map((role) => (role === CHECKER_ROLE ? 'K' : role[0])).join('');
}

function describeOtherCalls(): string {
  const calls = [...CALLS].sort((a, b) => compareText(a.path, b.path) || compareText(a.method, b.method));
  return [
    '## All other calls\n',
    'Each with who may call it and what it takes. `public` needs no token, `cookie` takes the refresh cookie or a token. A required value is marked `*`.\n',
    ...calls.map((call) => {
      const input = describeInput(call);
      return `- \`${call.method} ${call.path.slice(1)}\` (${describeGrant(call.grant)}): ${input && `${input}. `}${call.summary}`;
    }),
    '',
  ].join('\n');
}

/** The names of what a call takes; a body that is declared as a schema by its labels. */
function describeInput(call: Call): string {
  const { params, body, labels, file } = call;
  const fields = (params ?? (labels ? {} : body) ?? {}) as Readonly<Record<string, Partial<Field>>>;
  const names = labels ? Object.keys(labels) : Object.entries(fields).flatMap(([name, field]) => (field.kind ? [name] : []));
  const required = listRequired(call);
  return [...(file ? [file] : []), ...names].map((name) => `\`${name}${required.has(name) ? '*' : ''}\``).join(' ');
}

/** The values that the OpenAPI document calls required. */
function listRequired(call: Call): ReadonlySet<string> {
  const [operations] = Object.values(callPaths([call]));
  const { parameters = [], requestBody }: DescribedCall = JSON.parse(JSON.stringify(Object.values(operations ?? {})[0]));
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schema.required ?? []);
  return new Set([...bodies, ...parameters.flatMap(({ name, required }) => (required ? [name] : []))]);
}

interface DescribedCall {
  parameters?: { name: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> };
}

function describeEntity({ name, label, fields, filters, sorts, order, dated }: Contract): string {
  const dates = dated ? ` A record belongs to the month of \`${dated}\`.` : '';
  return [
    `## ${name}\n`,
    `${label.vi} (${label.en}). Default order \`${order}\`.${dates}\n`,
    '| field | kind | rules | label |',
    '|---|---|---|---|',
    ...Object.entries(fields).map(
      ([key, field]) => `| \`${key}\` | ${describeKind(field)} | ${describeRules(field)} | ${field.label.vi} |`,
    ),
    '',
    `Filters: ${listNames(Object.keys(filters))}\n`,
    `Sorts: ${listNames(sorts)}\n`,
  ].join('\n');
}

function describeKind({ kind, entity, decimals }: Field): string {
  if (entity) return `${kind} → ${entity}`;
  return decimals === undefined ? kind : `${kind}, ${decimals} places`;
}

function describeRules({ required, readonly, secret, min, max, maxLength, options }: Field): string {
  const bounds = min === undefined && max === undefined ? '' : `${min ?? ''} to ${max ?? ''}`.trim();
  return [
    required && 'required',
    readonly && 'set by the server',
    secret && 'write-only',
    bounds,
    maxLength !== undefined && `at most ${maxLength} characters`,
    options && `one of ${Object.keys(options).join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function listNames(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(' ');
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
