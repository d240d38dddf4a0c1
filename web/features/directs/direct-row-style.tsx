import { DIRECT_ORIGINS, TECHOUSEI_MARK } from '#contracts/entities/directs.ts';
import type { Row } from '../../api/client.ts';
import { currentLang, translate } from '../../i18n/index.ts';
import { type RowStyle, type RowTone, ToneMark } from '../../ui/table/row-tone.tsx';

const TONES = { 0: 'crawled', 1: 'hand', 2: 'imported' } as const;

/** Origin as the tone; both result points zero in danger text; techousei 有 at the edge. */
export function directRowStyle(row: Row): RowStyle & { tone: RowTone } {
  return {
    tone: TONES[row.upsert_by as 0],
    zero: row.result_design_point === 0 && row.result_check_point === 0,
    manual: row.techousei === TECHOUSEI_MARK,
  };
}

/** The style in the adjusting view: 'adjusted' takes precedence over the origin. */
export function adjustedRowStyle(row: Row): RowStyle & { tone: RowTone } {
  const style = directRowStyle(row);
  return row.is_updated === 1 ? { ...style, tone: 'adjusted' } : style;
}

/** The icon beside a direct's name: it repeats the tone as a shape and a label. */
export const directRowIcon = createRowIcon(directRowStyle);
export const adjustedRowIcon = createRowIcon(adjustedRowStyle);

function createRowIcon(style: typeof directRowStyle) {
  return (row: Row) => {
    const { tone } = style(row);
    const label = tone === 'adjusted' ? translate('direct.origin_adjusted') : originOf(row);
    return <ToneMark tone={tone} label={label} />;
  };
}

/** '' of a row that came without its origin. */
const originOf = ({ upsert_by }: Row) =>
  Object.entries(DIRECT_ORIGINS).find(([code]) => code === String(upsert_by))?.[1][currentLang()] ?? '';
