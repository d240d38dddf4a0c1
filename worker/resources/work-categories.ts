import { workCategories } from '../contracts/entities/work-categories.ts';
import { resource } from '../crud/resource.ts';
import { workCategories as table } from '../db/schema/reference.ts';

export const workCategoriesResource = resource(workCategories, table);
