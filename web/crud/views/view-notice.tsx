import { TriangleAlert } from 'lucide-react';
import type { GoneFromView } from '#contracts/calls/answers/views.ts';
import { META_LABELS } from '#contracts/contract.ts';
import type { Lang } from '#contracts/text.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useViewedList, type ViewedList } from '../list/list-context.ts';
import { useDefaultView } from './use-view-of-list.ts';

/** Says what of the open view its list no longer has, or that the view itself is gone, and need not be asked for at each opening. */
export function ViewNotice() {
  const { t, lang } = useText();
  const { contract, view, opened } = useViewedList();
  const [, setDefault] = useDefaultView(contract);
  const gone = view?.gone ?? [];
  if (gone.length === 0 && !opened.isMissing) return null;
  const names = gone.map((part) => nameOf(part, contract, lang)).join(', ');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="flex items-center gap-1.5 text-table text-warning">
        <TriangleAlert size={14} className="shrink-0" aria-hidden />
        {opened.isMissing ? t('view.missing') : t('view.gone', { name: view!.name, parts: names })}
      </p>
      {opened.isMissing && opened.isByDefault && (
        <Button size="sm" onClick={() => setDefault(null)}>
          {t('view.forget_default')}
        </Button>
      )}
    </div>
  );
}

/** A filter by its field and value, or what that record was called; a column that no contract has any more by its key. */
function nameOf({ part, name, value, title }: GoneFromView, { filters, fields, columns }: ViewedList['contract'], lang: Lang): string {
  const key = name.split(' ')[0]!;
  const field = filters[key]?.via?.field ?? filters[key]?.field ?? key;
  const label = fields[field]?.label ?? columns.find((column) => column.key === key)?.label ?? META_LABELS[field];
  const words = label ? `«${label[lang]}»` : `«${key}»`;
  return part === 'filter' && value ? `${words} ${title ?? `#${value}`}` : words;
}
