/** The hidden line by which a comment or a description is known again. */
export function markLine(mark: string): string {
  return `<!-- copydesk:${mark} -->`;
}

/** A text that holds the mark. */
export function marked(body: string, mark: string): string {
  return `${body.trimEnd()}\n\n${markLine(mark)}`;
}

/** The mark of what a delivery of this commit says. */
export function followUpMark(commit: string): string {
  return `follow-up-${commit}`;
}
