import { formulaResults } from '../contracts/entities/formula-results.ts';
import { resource } from '../crud/resource.ts';
import { formulaResults as table } from '../db/schema/rules.ts';
import { formulaGuard } from './formula-guard.ts';

export const formulaResultsResource = resource(formulaResults, table, { guard: formulaGuard('formula-results') });
