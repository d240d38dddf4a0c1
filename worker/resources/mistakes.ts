import { mistakes } from '../contracts/entities/mistakes.ts';
import { resource } from '../crud/resource.ts';
import { mistakes as table } from '../db/schema/records.ts';

export const mistakesResource = resource(mistakes, table);
