import { fieldColumns } from '#contracts/columns.ts';
import type { Column } from '#contracts/contract.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { cellContent, type Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { NO_VALUE } from '../../ui/no-value.tsx';

const FACTS = [
  'result_design_point', 'result_check_point', 'customer_id', 'work_category_id', 'tsubosuu', 'user_id', 'chekkusha_id', 'henkyaku_hi', 'uketsuke_hi', 'sagyou_jikan', 'chekkku_jikan', 'complex_factor',
  'complex_point', 'techousei', 'bikou',
]; // biome-ignore format: one list, read as one
const COLUMNS = fieldColumns(directsTechousei, FACTS);

/** What a checker must know of a job, in the words of its list. */
export function JobFacts({ job }: { job: Row }) {
  const { lang } = useText();
  const value = (column: Column) => {
    const content = cellContent(column, job, { lang });
    const unit = directsTechousei.fields[column.key as keyof typeof directsTechousei.fields]?.unit?.[lang];
    if (content === null || content === undefined) return NO_VALUE;
    return unit ? (
      <>
        {content} {unit}
      </>
    ) : (
      content
    );
  };
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-table sm:grid-cols-3">
      {COLUMNS.map((column) => (
        <div key={column.key} className="min-w-0">
          <dt className="text-legend text-muted">{column.label[lang]}</dt>
          <dd className="break-words">{value(column)}</dd>
        </div>
      ))}
    </dl>
  );
}
