/** Returns the hidden line that identifies a comment or a description. */
export function markLine(mark: string): string {
  return `<!-- copydesk:${mark} -->`;
}

/** Adds the mark to a text. */
export function marked(body: string, mark: string): string {
  return `${body.trimEnd()}\n\n${markLine(mark)}`;
}

/** Returns the mark of the comment about a delivery of this commit. */
export function followUpMark(commit: string): string {
  return `follow-up-${commit}`;
}
