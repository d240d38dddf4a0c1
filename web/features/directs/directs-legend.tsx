import { DIRECT_LEGEND, DIRECT_ORIGINS, directFields } from '#contracts/entities/directs.ts';
import { useText } from '../../i18n/index.ts';
import { ToneLegend } from '../../ui/table/row-tone.tsx';

/** Legend below the lists of directs: row tones and the abbreviations of points and times. */
export function DirectsLegend({ adjusting = false }: { adjusting?: boolean }) {
  const { t, lang } = useText();
  return (
    <div className="flex flex-col gap-3">
      <ToneLegend
        entries={[
          ...(adjusting ? [{ tone: 'adjusted' as const, label: t('direct.origin_adjusted') }] : []),
          { tone: 'hand', label: DIRECT_ORIGINS[1][lang] },
          { tone: 'imported', label: DIRECT_ORIGINS[2][lang] },
          { tone: 'crawled', label: DIRECT_ORIGINS[0][lang] },
          { mark: 'zero', label: t('direct.zero_points') },
          { mark: 'manual', label: t('direct.techousei_mark') },
        ]}
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 border-t border-line pt-3 text-legend text-muted">
        {Object.entries(DIRECT_LEGEND).map(([short, name]) => (
          <div key={short} className="contents">
            <dt className="font-medium text-text">{short}</dt>
            <dd>{directFields[name].label[lang].toLowerCase()}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
