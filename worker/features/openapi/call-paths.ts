import * as z from 'zod';
import type { Call } from '../../contracts/calls/declared/define-call.ts';
import { listParameters } from './entity-paths.ts';
import { bodyJsonSchema, inputJsonSchema, type JsonSchema } from './json-schemas.ts';
import {
  ACCEPT_BROKEN,
  FEED,
  fileAnswer,
  formBody,
  jsonAnswer,
  jsonBody,
  type Operation,
  type Paths,
  parameter,
  QUESTION_HEADER,
  SCENARIO_HEADER,
  WORKBOOK_TYPES,
} from './operations.ts';

/** The calls that are no verb of an entity, as they are declared. */
export function callPaths(calls: readonly Call[]): Paths {
  const paths: Paths = {};
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: toOperation(call) };
  }
  return paths;
}

function toOperation(call: Call): Operation {
  const { method, path, params = {}, list, acceptsBroken, inScenario, answer, status, grant, summary } = call;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    parameter(name, 'path', name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' }),
  );
  const inQuery = Object.entries(params).map(([name, field]) => parameter(name, 'query', inputJsonSchema(field), field.required));
  const parameters = [
    ...inPath,
    ...inQuery,
    ...(list ? listParameters(list) : []),
    ...(answer === 'feed' ? FEED : []),
    ...(acceptsBroken ? [ACCEPT_BROKEN] : []),
    ...(inScenario ? [SCENARIO_HEADER] : []),
    ...(method === 'GET' || grant === 'public' || grant === 'cookie' ? [] : [QUESTION_HEADER]),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^\w]+/g, '_')}`,
    tags: [path.split('/')[1]!],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(call),
    ...answerOf(answer, status),
    ...(grant === 'public' && { security: [] }),
  };
}

function bodyOf({ body, file, optionalBody }: Call): Pick<Operation, 'requestBody'> {
  const schema = body && (typeof body === 'function' ? toJsonSchema(body(), 'input') : bodyJsonSchema(body, 'create'));
  if (file) return formBody(file, schema);
  return schema ? jsonBody(schema, !optionalBody) : {};
}

function answerOf(answer: Call['answer'], status: Call['status']): Pick<Operation, 'responses'> {
  if (answer === 'workbook') return fileAnswer(WORKBOOK_TYPES);
  if (answer === 'feed' || answer === 'file') return fileAnswer();
  if (answer === 'image') return fileAnswer(['image/*']);
  return jsonAnswer(answer ? toJsonSchema(answer(), 'output') : {}, status);
}

/** What cannot be said in JSON Schema, such as a rule that is a function, is left to the server. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  return rest;
}
