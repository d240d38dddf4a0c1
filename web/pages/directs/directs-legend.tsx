import { DIRECT_LEGEND, directFields } from '#contracts/entities/directs.ts';
import { useText } from '../../i18n/index.ts';
import { ToneLegend } from '../../ui/table/row-tone.tsx';

/** What the tones of the rows and the short names of points and times stand for, below the lists of directs. */
export function DirectsLegend({ adjusting = false }: { adjusting?: boolean }) {
  const { t, lang } = useText();
  const entries = Object.entries(DIRECT_LEGEND).map(([short, name]) => `${short}: ${directFields[name].label[lang].toLowerCase()}`);
  return (
    <div className="flex flex-col gap-1.5">
      <ToneLegend
        entries={[
          ...(adjusting ? [{ tone: 'adjusted' as const, label: t('direct.origin_adjusted') }] : []),
          { tone: 'hand', label: t('direct.origin_hand') },
          { tone: 'imported', label: t('direct.origin_imported') },
          { tone: 'crawled', label: t('direct.origin_crawled') },
          { mark: 'zero', label: t('direct.zero_points') },
          { mark: 'manual', label: t('direct.techousei_mark') },
        ]}
      />
      <p className="text-legend text-muted">{entries.join(' · ')}</p>
    </div>
  );
}
