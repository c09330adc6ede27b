/** Encloses a text between lines that the text cannot imitate: similar lines inside it are made longer. */
export function asData(title: string, text: string): string {
  return `${title}:\n<<<<<<\n${text.replaceAll(/^(<{6}|>{6})$/gm, ' $1')}\n>>>>>>`;
}
