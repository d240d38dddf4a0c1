import { ALL_ROLES, STAFF } from '#contracts/roles.ts';

/** Who opens which page of ratings, indirect work and mistakes: a Checked adds and checks them in the list, and opens none. */
export const RECORD_ROLES = { list: ALL_ROLES, add: STAFF, view: ['Admin', 'Writer', 'Viewer'] } as const;
