import { standards } from '../contracts/entities/standards.ts';
import { resource } from '../crud/resource.ts';
import { standards as table } from '../db/schema/rules.ts';

export const standardsResource = resource(standards, table);
