import { expect, test } from 'vitest';
import { refuseForeignSyntax } from '../support/server-syntax.ts';

test.each([
  'SELECT json_group_array(json_object(1, x) ORDER BY id) FROM t',
  "SELECT (SELECT group_concat(name, ', ' ORDER BY name) FROM t)",
  'SELECT 1 WHERE 1 IN (SELECT count(*) FROM t HAVING count(*) > 1)',
])('what the server does not parse is refused: %s', (text) => {
  expect(() => refuseForeignSyntax(text)).toThrow('The server takes no');
});

test.each([
  'SELECT json_group_array(json(w)) FROM (SELECT x AS w FROM t ORDER BY id)',
  'SELECT max((SELECT x FROM t ORDER BY id LIMIT 1)) FROM t ORDER BY 1',
  'SELECT a FROM t GROUP BY a HAVING count(*) > 1',
])('what it parses is not: %s', (text) => {
  expect(() => refuseForeignSyntax(text)).not.toThrow();
});
