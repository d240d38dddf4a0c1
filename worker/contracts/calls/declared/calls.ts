import { accessTokenCalls } from './access-tokens.ts';
import { accountCalls } from './account.ts';
import { authCalls } from './auth.ts';
import { ENTITY_BULK_CALLS } from './bulk.ts';
import { calculationCalls } from './calculation.ts';
import { crawlCalls } from './crawl.ts';
import { crawlReconciliationCalls } from './crawl-reconciliations.ts';
import { crawlSettingCalls } from './crawl-settings.ts';
import { customerCalls } from './customers.ts';
import { dashboardCalls } from './dashboard.ts';
import type { Call } from './define-call.ts';
import { directCalls } from './directs.ts';
import { exportCalls } from './exports.ts';
import { firstStepCalls } from './first-steps.ts';
import { historyCalls } from './history.ts';
import { ENTITY_IMPORT_CALLS, importCalls } from './imports.ts';
import { monthLockCalls } from './month-lock.ts';
import { monthSealCalls } from './month-seals.ts';
import { noticeCalls } from './notices.ts';
import { officeSettingCalls } from './office-settings.ts';
import { openapiCalls } from './openapi.ts';
import { operationCalls } from './operations.ts';
import { payrollCalls } from './payroll.ts';
import { questionCalls } from './questions.ts';
import { SCENARIO_RESULT_CALLS, scenarioCalls } from './rule-scenarios.ts';
import { ruleCalls, VERSION_CALLS } from './rules.ts';
import { searchCalls } from './search.ts';
import { statementCalls } from './statements.ts';
import { systemCalls } from './system.ts';
import { totalsCalls } from './totals.ts';
import { userCalls } from './users.ts';
import { viewCalls } from './views.ts';

/** Every call that is no verb of an entity. */
export const CALLS: readonly Call[] = [
  ...Object.values(accessTokenCalls),
  ...Object.values(accountCalls),
  ...Object.values(authCalls),
  ...Object.values(calculationCalls),
  ...Object.values(crawlCalls),
  ...Object.values(crawlReconciliationCalls),
  ...Object.values(crawlSettingCalls),
  ...Object.values(customerCalls),
  ...Object.values(dashboardCalls),
  ...Object.values(directCalls),
  ...Object.values(exportCalls),
  ...Object.values(firstStepCalls),
  ...Object.values(historyCalls),
  ...Object.values(importCalls),
  ...Object.values(monthLockCalls),
  ...Object.values(monthSealCalls),
  ...Object.values(noticeCalls),
  ...Object.values(officeSettingCalls),
  ...Object.values(operationCalls),
  ...Object.values(openapiCalls),
  ...Object.values(payrollCalls),
  ...Object.values(questionCalls),
  ...Object.values(scenarioCalls),
  ...Object.values(SCENARIO_RESULT_CALLS).flatMap(({ list, export: file }) => [list, file]),
  ...Object.values(searchCalls),
  ...Object.values(statementCalls),
  ...Object.values(systemCalls),
  ...Object.values(totalsCalls),
  ...Object.values(userCalls),
  ...Object.values(viewCalls),
  ...ENTITY_BULK_CALLS.values(),
  ...[...ENTITY_IMPORT_CALLS.values()].flatMap(({ start, template }) => [start, template]),
  ...Object.values(ruleCalls),
  ...VERSION_CALLS.values(),
];
