/** Browser and system as a person names them, 'Chrome · Windows'; undefined where neither is known. Only for reading: nothing depends on it. */
export function describeDevice(userAgent: string | null): string | undefined {
  const named = [BROWSERS, SYSTEMS].map((known) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]);
  return named.filter(Boolean).join(' · ') || undefined;
}

export const isPhone = (userAgent: string | null): boolean => /Mobile|Android|iPhone/.test(userAgent ?? '');

/** Most user agents name several browsers: the first match counts. */
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/coc_coc/i, 'Cốc Cốc'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
