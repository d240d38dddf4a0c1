import { DIRECT_LEGEND, directFields } from '#contracts/entities/directs.ts';
import { useText } from '../../i18n/index.ts';

/** What the short names of points and times stand for, below the lists of directs. */
export function PointLegend() {
  const { lang } = useText();
  const entries = Object.entries(DIRECT_LEGEND).map(([short, name]) => `${short}: ${directFields[name].label[lang].toLowerCase()}`);
  return <p className="text-legend text-muted">{entries.join(' · ')}</p>;
}
