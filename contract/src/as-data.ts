/** Encloses a text between two marker lines. A line of the text that looks like a marker gets a leading space. */
export function asData(title: string, text: string): string {
  return `${title}:\n<<<<<<\n${text.replaceAll(/^(<{6}|>{6})$/gm, ' $1')}\n>>>>>>`;
}
