import { markLine } from '../marks.ts';

/**
 * Returns a text in the form in which Bitbucket gets it. It shows HTML as text, comments included; so a mark becomes a
 * link reference that nothing refers to, which CommonMark does not show.
 */
export function withHiddenMarks(text: string): string {
  return text.replaceAll(/<!-- copydesk:([a-z0-9-]+) -->/g, '[//]: # (copydesk:$1)');
}

/** Returns a text of Bitbucket with its marks in the form that they have elsewhere. */
export function withUsualMarks(text: string): string {
  return text.replaceAll(/^\[\/\/\]: # \(copydesk:([a-z0-9-]+)\)\s*$/gm, (_line, mark: string) => markLine(mark));
}
