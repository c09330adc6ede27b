/** What a cell of a table may hold; null is written as nothing. */
export type Cell = string | number | null;

/**
 * One record of CSV (RFC 4180), with the line end. Spreadsheets calculate cells that begin as a formula does, whoever
 * wrote them, so such a text gets an apostrophe before it (https://owasp.org/www-community/attacks/CSV_Injection).
 * Numbers are the product's own and stay as they are. A text with a semicolon is quoted, since some spreadsheets part there.
 */
export function csvRecord(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = beginsAsFormula.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Also the full-width signs, which some spreadsheets take for the others. */
const beginsAsFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
