import { totalsExpressions } from '../contracts/calls/expression-rows.ts';
import { defineResource } from '../crud/resource.ts';
import { totalsExpressions as table } from '../platform/db/schema/rules.ts';

export const totalsExpressionsResource = defineResource(totalsExpressions, table);
