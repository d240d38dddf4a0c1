import { contractors } from '../contracts/entities/contractors.ts';
import { resource } from '../crud/resource.ts';
import { contractors as table } from '../db/schema/reference.ts';

export const contractorsResource = resource(contractors, table);
