/** Half away from zero; away from zero; toward zero; toward minus infinity; toward infinity. */
export type RoundingMode = 'half' | 'up' | 'down' | 'floor' | 'ceil';

/**
 * Points to 3 decimals, half away from zero, by their decimal writing: 1.0005 becomes 1.001 although the binary number is a
 * little less. Meant to be applied once, to a finished result. Zero is never negative.
 */
export function roundPoints(value: number): number {
  return roundDecimal(value, 3, 'half');
}

/**
 * Rounds at a decimal place (negative: tens, hundreds), as spreadsheets do: the value counts as written with 15 significant
 * digits, which drops the dust of binary arithmetic (1.1 * 3 is 3.3); with all its digits where 15 would not reach that place.
 * `places` is cut to a whole number. NaN and infinities come back unchanged.
 */
export function roundDecimal(value: number, places: number, mode: RoundingMode): number {
  const size = Math.abs(value);
  const power = POWERS[Math.trunc(places)];
  if (power === undefined || !(size < PLAIN_BELOW)) return roundDigits(value, places, mode);
  const half = mode === 'half';
  const near = half ? Math.floor(size * power) : Math.round(size * power);
  // The decimal at which rounding turns over. A gap that 15 digits can show decides at once; a smaller one needs the digits.
  const gap = size - (half ? near + 0.5 : near) / power;
  if (gap !== 0 && Math.abs(gap) <= size * 1e-14) return roundDigits(value, places, mode);
  let whole = near;
  if (half) whole += gap >= 0 ? 1 : 0;
  else if (gap !== 0) whole += (gap < 0 ? -1 : 0) + (raisesSize(mode, value < 0) ? 1 : 0);
  const rounded = whole / power;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];
const PLAIN_BELOW = 1e6;

function raisesSize(mode: RoundingMode, negative: boolean): boolean {
  return mode === 'up' || (mode === 'floor' && negative) || (mode === 'ceil' && !negative);
}

/** The same on the digits of the decimal writing, for any size and place. */
function roundDigits(value: number, places: number, mode: RoundingMode): number {
  if (!Number.isFinite(value) || value === 0) return value + 0;
  const decimals = Math.trunc(places);
  const sign = value < 0 ? '-' : '';
  let [digits, exponent] = decimalOf(value, 14);
  if (exponent + 1 + decimals > 14) [digits, exponent] = decimalOf(value);
  const keep = exponent + 1 + decimals;
  if (keep >= digits.length) return Number(`${sign}${digits}e${exponent + 1 - digits.length}`);
  const rest = keep < 0 ? `0${digits}` : digits.slice(keep);
  const raises = mode === 'half' ? rest[0]! >= '5' : raisesSize(mode, value < 0) && /[1-9]/.test(rest);
  const rounded = BigInt(digits.slice(0, Math.max(keep, 0))) + (raises ? 1n : 0n);
  return rounded === 0n ? 0 : Number(`${sign}${rounded}e${-decimals}`);
}

/**
 * What is left of a division, with the sign of the dividend. Both count as written with 15 significant digits, as where they are
 * rounded: 10.1 divided by 0.1 leaves nothing. NaN where the divisor is 0 or one of them is not finite.
 */
export function remainderDecimal(dividend: number, divisor: number): number {
  const areWhole = Number.isSafeInteger(dividend) && Number.isSafeInteger(divisor);
  if (areWhole || divisor === 0 || !Number.isFinite(dividend - divisor)) return (dividend % divisor) + 0;
  const [a, exponentA] = scaledInteger(dividend);
  const [b, exponentB] = scaledInteger(divisor);
  const exponent = Math.min(exponentA, exponentB);
  const rest = (a * 10n ** BigInt(exponentA - exponent)) % (b * 10n ** BigInt(exponentB - exponent));
  return Number(`${rest}e${exponent}`);
}

/** A whole number and the exponent of ten that make the value as written with 15 digits. */
function scaledInteger(value: number): [number: bigint, exponent: number] {
  const [digits, exponent] = decimalOf(value, 14);
  return [BigInt(value < 0 ? `-${digits}` : digits), exponent + 1 - digits.length];
}

/** Digits and exponent of d.ddd × 10^exponent. */
function decimalOf(value: number, decimals?: number): [string, number] {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential(decimals).split('e');
  return [mantissa.replace('.', ''), Number(exponent)];
}
