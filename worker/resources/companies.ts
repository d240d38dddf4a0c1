import { companies } from '../contracts/entities/companies.ts';
import { resource } from '../crud/resource.ts';
import { companies as table } from '../db/schema/organisation.ts';

export const companiesResource = resource(companies, table);
