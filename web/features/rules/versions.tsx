import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import type { EntityContract } from '#contracts/contract.ts';
import { listQuery } from '../../api/queries.ts';
import { useIsInScenario } from '../../api/scenario.ts';
import { useSession } from '../../api/session.tsx';
import { AsideFold } from '../../crud/form/record-aside.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { Opened } from '../../layout/opened.tsx';
import { Button } from '../../ui/button.tsx';
import type { Store } from '../../ui/hooks/store.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { TextLink } from '../../ui/link.tsx';
import { periodText } from './rule-months.ts';
import { Reach, SaveFromMonth } from './save-from-month.tsx';
import { originOf, useNewVersion, type VersionOfRule } from './use-new-version.ts';

/** Waits to be told whether an update is sent as it is: the version that is shown is corrected for all its months. */
export type AnswerCorrection = (isCorrection: boolean) => void;

interface RuleVersionsProps {
  contract: EntityContract;
  row: Row;
  /** Set while Save asks from which month the change counts. */
  asked: Store<AnswerCorrection | null>;
}

/** Beside a rule: the months in which each of its versions counts, and how what was changed becomes a version that counts from a month on. */
export function RuleVersions({ contract, row, asked }: RuleVersionsProps) {
  const { t } = useText();
  const { may } = useSession();
  const isInScenario = useIsInScenario(contract.name);
  const { identity, whole } = contract.versions!;
  const filters = Object.fromEntries(identity.map((column) => [column, String(row[column])]));
  const { data, isPending } = useQuery(
    listQuery<Row>(contract.name, { ...filters, as_of: 'all', order_by: 'valid_from ASC', limit: 1000 }),
  );
  const versions = [...Map.groupBy(data?.data ?? [], (version) => String(version.valid_from ?? '')).values()];
  const taken = versions.map(([version]) => String(version!.valid_from ?? ''));
  const counterpart = (rows: readonly Row[]) => (whole ? rows.find((each) => originOf(each) === originOf(row)) : rows[0]);
  return (
    <AsideFold name="versions" title={t('page.rule_versions')}>
      <div className="flex flex-col gap-4" data-loading={isPending || undefined}>
        <ol className="flex flex-col gap-1 text-table">
          {versions.map((rows) => {
            const [{ valid_from, valid_to }] = rows as [Row];
            const period = periodText(valid_from as string | null, valid_to as string | null, t);
            const link = counterpart(rows);
            const isShown = (valid_from ?? null) === (row.valid_from ?? null);
            return (
              <li key={String(valid_from)} aria-current={isShown || undefined} className={isShown ? 'font-semibold' : undefined}>
                {link && !isShown ? <TextLink to={`${contract.path}/${link.id}/view`}>{period}</TextLink> : period}
                {!link && <span className="text-muted"> · {t('page.rule_row_missing')}</span>}
              </li>
            );
          })}
        </ol>
        {whole && !isInScenario && may(contract.access.create) && <MakeVersion contract={contract} row={row} taken={taken} />}
        <Opened by={asked}>
          {(answer, close) => (
            <SaveFromMonth
              {...{ contract, row, taken }}
              onAnswer={(isCorrection) => {
                close();
                answer(isCorrection);
              }}
            />
          )}
        </Opened>
      </div>
    </AsideFold>
  );
}

/** Makes a version of a whole table as it is shown, so that rows can be added to it or deleted from a month on. */
function MakeVersion(rule: VersionOfRule) {
  const { t } = useText();
  const { month, choose, options, make } = useNewVersion(rule);
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={t('page.rule_version_from')} className="w-full max-w-44">
        <Select value={month} onChange={choose} options={options} />
      </Field>
      <Reach rule={rule} from={month} />
      <Button icon={CalendarPlus} loading={make.isPending} onClick={() => make.mutate()}>
        {t('page.rule_make_version')}
      </Button>
    </div>
  );
}
