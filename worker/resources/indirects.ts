import { indirects } from '../contracts/entities/indirects.ts';
import { resource } from '../crud/resource.ts';
import { indirects as table } from '../db/schema/records.ts';

export const indirectsResource = resource(indirects, table);
