import type { Context } from 'hono';
import { customerTotalsList, totalsList } from '../../contracts/calls/view-lists.ts';
import type { Column } from '../../contracts/contract.ts';
import type { Resource } from '../../crud/resource.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { exportRows } from '../exports/export-rows.ts';
import { exportCustomerTotals, exportTotals } from '../totals/routes.ts';

/** A list that has saved views: of an entity, or of computed rows. */
export interface ViewedList extends Pick<Resource, 'contract' | 'scope'> {
  /** Its rows as a file, with these columns. */
  export(c: Context<AppEnv>, params: URLSearchParams, shown: readonly Column[]): Promise<Response>;
}

export function listViewedLists(resources: readonly Resource[]): ViewedList[] {
  const ofEntities = resources.map(
    (resource): ViewedList => ({
      contract: resource.contract,
      scope: resource.scope,
      export: (c, params, shown) => exportRows(resource, c, params, shown),
    }),
  );
  return [...ofEntities, { contract: totalsList, export: exportTotals }, { contract: customerTotalsList, export: exportCustomerTotals }];
}
