/** A text between lines that it cannot end: what it holds of their kind is made longer. */
export function asData(title: string, text: string): string {
  return `${title}:\n<<<<<<\n${text.replaceAll(/^(<{6}|>{6})$/gm, ' $1')}\n>>>>>>`;
}
