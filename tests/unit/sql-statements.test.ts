import { expect, test } from 'vitest';
import { splitSqlStatements } from '../../scripts/run/sql-statements.ts';

const SCRIPT = `PRAGMA foreign_keys=OFF;
CREATE TABLE a (x TEXT DEFAULT ';', "odd;name" TEXT); -- it's a comment; with a semicolon
INSERT INTO a VALUES('O''Neil; -- no comment','--');
/* it's ; one too */ INSERT INTO a VALUES('', '/*');
CREATE TRIGGER t AFTER INSERT ON a BEGIN
  UPDATE a SET x = 'END;';
  DELETE FROM a;
END;
COMMIT;
`;
const STATEMENTS = [
  'PRAGMA foreign_keys=OFF',
  `CREATE TABLE a (x TEXT DEFAULT ';', "odd;name" TEXT)`,
  `-- it's a comment; with a semicolon\nINSERT INTO a VALUES('O''Neil; -- no comment','--')`,
  `/* it's ; one too */ INSERT INTO a VALUES('', '/*')`,
  `CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  UPDATE a SET x = 'END;';\n  DELETE FROM a;\nEND`,
  'COMMIT',
];

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

test.each([1, 2, 7, 100, 10_000])('a script in pieces of %i characters falls into its statements', async (size) => {
  const found: string[] = [];
  for await (const statement of splitSqlStatements(inPieces(SCRIPT, size))) found.push(statement);
  expect(found).toEqual(STATEMENTS);
});
