import type { DocumentChange } from '#contracts/calls/answers/rule-document.ts';
import { formulaText } from '#contracts/calls/formula-words.ts';
import { formatNumber, useText } from '../../../i18n/index.ts';
import { Badge } from '../../../ui/feedback/feedback.tsx';

/** A column for what is new is there where something is. */
export const hasChanges = (rows: readonly { changes: readonly DocumentChange[] }[]): boolean =>
  rows.some(({ changes }) => changes.length > 0);

/** What says something else than in the version that the reader knows: a mark, and what it said before. */
export function Changes({ changes }: { changes: readonly DocumentChange[] }) {
  const { t, lang } = useText();
  const shown = (value: DocumentChange['old']) =>
    value === null ? t('control.empty') : typeof value === 'number' ? formatNumber(value, undefined, 10) : formulaText(value, lang);
  if (changes.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="warning">{t('rules.new')}</Badge>
      {changes.map(({ field, label, old }) => (
        <span key={field} className="text-legend">
          {t('rules.was', { label, old: shown(old) })}
        </span>
      ))}
    </span>
  );
}
