import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = [number, number, number];
const css = readFileSync(new URL('../../../web/styles/tokens.css', import.meta.url), 'utf8');

const TEXTS = ['text', 'muted', 'faint'];
const GROUNDS = ['page', 'surface', 'sunken', 'raised'];
const ROWS = ['row-hand', 'row-imported', 'row-crawled', 'row-adjusted'];

describe.each(['light', 'dark'] as const)('%s tokens', (theme) => {
  const ratio = (a: string, b: string) => contrast(colour(a, theme), colour(b, theme));

  it.each(pairs(TEXTS, GROUNDS))('reads %s on %s', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ...pairs(['text', 'muted', 'accent', 'danger'], ['hover', 'accent-soft']),
    ...pairs(['text', 'danger', 'accent', 'muted'], ROWS),
    ...pairs(['accent', 'danger', 'warning', 'success', 'info'], ['page', 'surface', 'raised']),
    ...['danger', 'warning', 'success', 'info'].flatMap((tone) => pairs([tone, 'text'], [`${tone}-soft`])),
    ...pairs(['on-accent'], ['accent', 'accent-hover']),
    ...pairs(['on-danger'], ['danger-fill', 'danger-hover']),
    ['page', 'text'],
  ])('reads %s on %s', (text, ground) => {
    expect(ratio(text!, ground!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ...pairs(['line-strong', 'accent'], GROUNDS),
    ...ROWS.map((row) => [`${row}-mark`, row]),
    ...pairs(['row-manual-mark'], ROWS),
    ...pairs(['chart-tsubo', 'chart-worktime', 'chart-unit'], ['surface']),
  ])('sees %s on %s', (mark, ground) => {
    expect(ratio(mark!, ground!)).toBeGreaterThanOrEqual(3);
  });
});

function pairs(texts: string[], grounds: string[]): [string, string][] {
  return texts.flatMap((text) => grounds.map((ground) => [text, ground] as [string, string]));
}

function colour(name: string, theme: 'light' | 'dark'): Rgb {
  const declared = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1];
  if (!declared) throw new Error(`no token --${name}`);
  const [light, dark] = [...declared.matchAll(/oklch\(([^)]+)\)|#([\da-f]{6})/gi)].map((match) =>
    match[2] ? hex(match[2]) : oklch(match[1]!),
  );
  return (theme === 'dark' ? (dark ?? light) : light)!;
}

const hex = (digits: string): Rgb => [0, 2, 4].map((at) => linear(Number.parseInt(digits.slice(at, at + 2), 16) / 255)) as Rgb;

/** Linear sRGB of an oklch colour, by the matrices of CSS Color 4, clipped to the gamut. */
function oklch(text: string): Rgb {
  const [lightness, chroma, hue] = text.trim().split(/\s+/).map(Number) as Rgb;
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return rgb.map((channel) => Math.min(1, Math.max(0, channel))) as Rgb;
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
