import { positions } from '../contracts/entities/positions.ts';
import { resource } from '../crud/resource.ts';
import { positions as table } from '../db/schema/organisation.ts';

export const positionsResource = resource(positions, table);
