import { tsubos } from '../contracts/entities/tsubos.ts';
import { resource } from '../crud/resource.ts';
import { tsubos as table } from '../db/schema/rules.ts';
import { formulaGuard } from './formula-guard.ts';

export const tsubosResource = resource(tsubos, table, { guard: formulaGuard('tsubos') });
