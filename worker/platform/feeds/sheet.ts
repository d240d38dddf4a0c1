import type { WorkbookContent } from '../xlsx/write/write.ts';

/** Rows that can be sent as a file of any format; `key` names a column in JSON. */
export interface Sheet extends WorkbookContent {
  columns: (WorkbookContent['columns'][number] & { key: string })[];
}
