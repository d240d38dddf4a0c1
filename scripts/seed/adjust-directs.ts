import type { Client } from '@libsql/client';
import { TECHOUSEI_MARK } from '../../worker/contracts/entities/directs.ts';
import { roundPoints } from '../../worker/platform/text/rounding.ts';
import type { Random } from '../base-vn-standin/random.ts';

/** Gives about half of the marked directs other points by hand, in the name of the account `writer`, so that they have a history. */
export async function adjustDirects(client: Client, random: Random): Promise<void> {
  const { rows } = await client.execute({
    sql: `SELECT id, result_design_point, result_check_point, henkyaku_hi FROM directs
      WHERE techousei = ? AND is_checked = 0 AND calculated_at IS NOT NULL ORDER BY id`,
    args: [TECHOUSEI_MARK],
  });
  const changes = rows
    .filter(() => random.chance(0.5))
    .map((row) => {
      const factor = random.pick([0, 0.8, 0.9, 1.1, 1.25, 1.5]);
      return [row.id, roundPoints(Number(row.result_design_point) * factor), roundPoints(Number(row.result_check_point) * factor)];
    });
  await client.batch(
    [
      `INSERT OR REPLACE INTO write_context (id, user_id, source, at)
        SELECT 1, id, 'screen', strftime('%Y-%m-%d %H:%M:%S', 'now', '+7 hours') FROM users WHERE username = 'writer'`,
      {
        sql: `UPDATE directs SET result_design_point = j.value ->> 1, result_check_point = j.value ->> 2, is_updated = 1, version = version + 1
          FROM json_each(?) j WHERE directs.id = j.value ->> 0`,
        args: [JSON.stringify(changes)],
      },
      'DELETE FROM write_context',
    ],
    'write',
  );
}
