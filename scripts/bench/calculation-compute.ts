import { calculateDirect } from '../../worker/features/calculation/engine/direct.ts';
import type { DirectRow, RuleRows } from '../../worker/features/calculation/engine/rows.ts';
import { compileRules } from '../../worker/features/calculation/engine/rules.ts';
import { roundPoints } from '../../worker/platform/text/rounding.ts';

/**
 * Speed of the calculation in memory: directs per second over rules like a real company's (300 standards, 12 scale codes with 6
 * rows each, base-point rows with conditions on texts and numbers). Prints a table of medians of
 * five rounds: by the clock, and by processor time, which other work on the machine disturbs less.
 */
const rows = ruleRows();
const compiling = median(5, () => compileRules(rows));
const rules = compileRules(rows);
print('', 'rows', 'ms', 'cpu ms', 'a second', 'a cpu second', 'issues');
report('compile rules', Object.values(rows).flat().length, compiling);
for (const count of [100_000, 1_000_000]) {
  const directs = directRows(count);
  let issues = 0;
  const time = median(5, () => {
    issues = 0;
    for (const direct of directs) if (!calculateDirect(rules, direct).ok) issues++;
  });
  report('calculate directs', count, time, issues);
}
const values = directRows(1_000_000).map((direct, at) => Number(direct.tsubosuu) * 0.0355 + (at % 10 === 0 ? 0.0005 : 0));
let sum = 0;
const rounding = median(5, () => {
  for (const value of values) sum += roundPoints(value);
});
report('round points', values.length, rounding);
if (!Number.isFinite(sum)) throw new Error('rounding broke');

function ruleRows(): RuleRows {
  const codes = Array.from({ length: 12 }, (_, at) => `S${String(at + 1).padStart(2, '0')}`);
  const limits = [0, 20, 35, 50, 80, 120, null];
  return {
    standards: Array.from({ length: 300 }, (_, at) => ({
      id: at + 1,
      customer_id: 1 + Math.floor(at / 12),
      work_category_id: 1 + (at % 12),
      scale_code: codes[at % 12]!,
      standard_design_point: 1 + (at % 7) * 0.25,
      standard_check_point: 0.4 + (at % 5) * 0.05,
      point_design: 10,
      point_check: 4,
      unit: 1,
      total_time_allowed: 480,
    })),
    tsubos: codes.flatMap((code, at) =>
      limits.slice(0, -1).map((from, step) => ({
        id: at * 6 + step + 1,
        scale_factor_code: code,
        scale_factor: 0.8 + step * 0.15,
        complexity_factor: 1 + step * 0.05,
        standard_design_point: step === 5 ? 3.5 : null,
        standard_check_point: null,
        scale_limit_from: from as number,
        scale_limit_to: limits[step + 1] as number | null,
        scale_equal_to: null,
        condition_variable: at % 4 === 3 ? 'menseki' : null,
      })),
    ),
    base_points: codes.flatMap((code, at) =>
      [0, 1, 2].map((step) => ({
        id: at * 3 + step + 1,
        scale_code: code,
        condition_variable: step === 2 ? null : 'kouhou',
        condition_operator: '=',
        condition_param: step === 0 ? '2x4' : '在来',
        condition_variable1: step === 0 ? 'kaisuu' : null,
        condition_operator1: '>=',
        condition_param1: '3',
        base_point1: 'standard_design_point * scale_factor',
        base_point2: 'standard_check_point * scale_factor',
        base_point3: `if(tsubosuu > 60, (tsubosuu - 60) * 0.0${step + 1}, 0)`,
        base_point4: step === 2 ? null : 'base_point1 * complexity_factor',
        base_point5: null,
        base_point6: null,
      })),
    ),
    results: codes.map((code, at) => ({
      id: at + 1,
      scale_code: code,
      result_design_formula: '=round((base_point1 + base_point3) * complex_factor + complex_point, 4)',
      result_check_formula: 'max(base_point2 + base_point3 / 2, 0.1) * complex_factor',
    })),
  };
}

function directRows(count: number): DirectRow[] {
  const random = generator(20260401);
  const methods = ['在来', '2x4', '金物', '在来'];
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    customer_id: 1 + Math.floor(random() * 25),
    work_category_id: 1 + Math.floor(random() * 12),
    tsubosuu: Math.round(random() * 15000) / 100,
    complex_factor: 1 + Math.round(random() * 10) / 10,
    nani_keisuu: null,
    complex_point: Math.round(random() * 100) / 100,
    naniten: null,
    sagyou_jikan: Math.floor(random() * 600),
    chekkku_jikan: Math.floor(random() * 120),
    kaisuu: random() < 0.01 ? null : String(1 + Math.floor(random() * 3)),
    menseki: Math.round(random() * 50000) / 100,
    kouhou: methods[Math.floor(random() * methods.length)],
  }));
}

/** Mulberry32: the same numbers every time. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Time {
  clock: number;
  cpu: number;
}

/** Milliseconds of one round. */
function median(rounds: number, run: () => void): Time {
  const times = Array.from({ length: rounds }, () => {
    const [start, used] = [performance.now(), process.cpuUsage()];
    run();
    return { clock: performance.now() - start, cpu: process.cpuUsage(used).user / 1000 };
  });
  const middle = (of: keyof Time) => times.map((time) => time[of]).sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
  return { clock: middle('clock'), cpu: middle('cpu') };
}

function report(what: string, count: number, { clock, cpu }: Time, issues: number | string = ''): void {
  const rate = (ms: number) => Math.round((count / ms) * 1000);
  print(what, count, clock.toFixed(1), cpu.toFixed(1), rate(clock), rate(cpu), issues);
}

function print(what: string, ...cells: (string | number)[]): void {
  console.info(what.padEnd(20) + cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell).padStart(14)).join(''));
}
