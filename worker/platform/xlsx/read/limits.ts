/** What a file may ask of the reader; far above honest workbooks, far below what would hurt a Worker of 128 MB. */

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Parts read of one file, inflated, together. A sheet of 100,000 rows and 30 columns takes about 130 MB. */
export const MAX_INFLATED_BYTES = 256 * 1024 * 1024;
/** Honest XML shrinks 5 to 40 times; deflate can reach 1,000. Small parts may shrink as they like. */
export const MAX_INFLATE_RATIO = 150;
export const RATIO_FREE_BYTES = 4 * 1024 * 1024;
export const MAX_ZIP_ENTRIES = 5_000;
/** Sheets in a workbook, hidden ones included. */
export const MAX_SHEETS = 100;
/** Cells with a value, shared texts not counted: 100,000 rows of 50 columns. */
export const MAX_CELLS = 5_000_000;
/** XML elements, and bytes of XML, that lead to no value: three million blank cells with a format. */
export const MAX_IDLE_ELEMENTS = 3_000_000;
export const MAX_IDLE_BYTES = 64 * 1024 * 1024;
/** What each value may bring along: cell, reference, style, and the runs of a formatted text. */
export const ELEMENTS_PER_VALUE = 12;
export const BYTES_PER_VALUE = 1024;
/** Inflated bytes parsed before other calls get their turn: some 30 ms. */
export const SLICE_BYTES = 128 * 1024;
/** The distinct texts of a workbook, held in memory while its sheet is read. */
export const MAX_SHARED_TEXT_BYTES = 40 * 1024 * 1024;
/** Columns with values; what stands further right is refused, never cut off silently. */
export const MAX_COLUMNS = 300;
/** One XML element or text: a cell's 32,767 characters, each written as an escape, fit in. */
export const MAX_XML_TOKEN_BYTES = 1024 * 1024;
export const MAX_XML_DEPTH = 64;
