/** The name of a header as documents write it: `Last-Event-ID` for `last-event-id`. */
export function headerName(lowerCase: string): string {
  const capitals = lowerCase.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return capitals.replace(/-Id$/, '-ID');
}
