import type { Deps } from '../../worker/deps.ts';
import { handleImport } from '../../worker/imports/handle-import.ts';
import { IMPORT_MODULES } from '../../worker/modules/update-effects.ts';

/** Works on one message of an import, as the consumer does. */
export function workOnImport(deps: Deps, message: { import_id: number }): Promise<void> {
  return handleImport(deps, message, IMPORT_MODULES);
}
