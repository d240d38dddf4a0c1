import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson, finishDocument, isIntact } from '../../worker/features/month-close/seals/canonical.ts';

/** The parts of a seal in which writers of JSON differ: order of keys, numbers, and letters outside ASCII. */
const DOCUMENT = {
  month: '2026-10',
  version: 1,
  previous_sha256: null,
  totals: [{ user_id: 3, name: 'Đỗ Trung Hiếu', direct_point: 72.581, mistake_point_n: 0.1 + 0.2, total_point_2: -1e-7, pro_index: 1e21 }],
  records: { directs: { count: 2, columns: ['id', '山田', 'é'] } },
};
const TEXT =
  '{"month":"2026-10","previous_sha256":null,"records":{"directs":{"columns":["id","山田","é"],"count":2}},"totals":[{"direct_point":72.581,"mistake_point_n":0.30000000000000004,"name":"Đỗ Trung Hiếu","pro_index":1e+21,"total_point_2":-1e-7,"user_id":3}],"version":1}';

it('writes a sealed document byte for byte as the first seals were written', async () => {
  expect(canonicalJson(DOCUMENT)).toBe(TEXT);
  const { document, text } = await finishDocument(DOCUMENT as unknown as Parameters<typeof finishDocument>[0]);
  expect(document.sha256).toBe(createHash('sha256').update(TEXT).digest('hex'));
  expect(await isIntact(text)).toBe(true);
  expect(await isIntact(text.replace('72.581', '72.582'))).toBe(false);
});
