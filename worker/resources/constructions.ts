import { constructions } from '../contracts/entities/constructions.ts';
import { resource } from '../crud/resource.ts';
import { constructions as table } from '../db/schema/reference.ts';

export const constructionsResource = resource(constructions, table);
