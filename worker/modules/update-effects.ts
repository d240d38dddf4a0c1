import type { EntityName } from '../contracts/contracts.ts';
import type { Resource } from '../crud/resource.ts';
import type { Deps } from '../deps.ts';
import { adjustmentEffects } from './directs/adjustment-effects.ts';
import { emailChangeEffects } from './users/email-change-effects.ts';

/** The entities with what the modules add to their updates. */
export function addUpdateEffects(deps: Deps, resources: readonly Resource[]): Resource[] {
  const effects = new Map<string, NonNullable<Resource['updateEffects']>>([
    ['users' satisfies EntityName, emailChangeEffects(deps)],
    ['directs_techousei' satisfies EntityName, adjustmentEffects],
  ]);
  return resources.map((resource) => {
    const updateEffects = effects.get(resource.contract.name);
    return updateEffects ? { ...resource, updateEffects } : resource;
  });
}
