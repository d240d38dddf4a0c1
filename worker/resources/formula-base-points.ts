import { formulaBasePoints } from '../contracts/entities/formula-base-points.ts';
import { resource } from '../crud/resource.ts';
import { formulaBasePoints as table } from '../db/schema/rules.ts';
import { formulaGuard } from './formula-guard.ts';

export const formulaBasePointsResource = resource(formulaBasePoints, table, { guard: formulaGuard('formula-base-points') });
