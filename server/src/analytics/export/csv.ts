/** The value of a table cell; null is written as an empty cell. */
export type Cell = string | number | null;

/**
 * Returns one record of CSV (RFC 4180), with the line end. Spreadsheets evaluate cells that begin like a formula,
 * whoever wrote them, so such a text gets an apostrophe before it
 * (https://owasp.org/www-community/attacks/CSV_Injection). Numbers come from Copydesk itself and stay as they are. A
 * text with a semicolon is quoted, since some spreadsheets split cells there.
 */
export function csvRecord(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = beginsAsFormula.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Includes the full-width signs, which some spreadsheets treat like the others. */
const beginsAsFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
