import { directFields } from '../../../contracts/entities/directs.ts';
import type { Fields } from '../../../contracts/fields.ts';

/** Points come from the calculation, and why they were adjusted from a person; never from the source. */
const NOT_CRAWLED = ['standard_design_point', 'standard_check_point', 'result_design_point', 'result_check_point', 'adjust_reason'];

/** The fields of a direct that a crawl may fill or match by name. */
export const crawlFields: Fields = Object.fromEntries(Object.entries(directFields).filter(([name]) => !NOT_CRAWLED.includes(name)));
