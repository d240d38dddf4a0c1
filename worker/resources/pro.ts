import { pro } from '../contracts/entities/pro.ts';
import { resource } from '../crud/resource.ts';
import { pro as table } from '../db/schema/records.ts';

export const proResource = resource(pro, table);
