/** Returns the row of a query that always has one, such as a select without a table. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new TypeError('a query that always has one row has none');
  return row;
}
