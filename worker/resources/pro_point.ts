import { proPoint } from '../contracts/entities/pro_point.ts';
import { resource } from '../crud/resource.ts';
import { proPoint as table } from '../db/schema/reference.ts';

export const proPointResource = resource(proPoint, table);
