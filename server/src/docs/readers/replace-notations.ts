import type { TextEdit } from '../text/lines.ts';
import { visitLinesOutsideFences } from '../parse/fences.ts';
import type { Dialect } from '../parse/page-facts.ts';
import type { LostAt } from './lost.ts';
import type { Replaced } from './replace-elements.ts';

/**
 * Finds the tabs of notations that are no elements (`=== "npm"`, `::: code-group`, `{{< tabs >}}`, `{% tabs %}`), and
 * removes the calls of templates, whose output is unknown without running them. Calls in targets of links stay.
 */
export function replaceNotations(text: string, dialect: Dialect): Replaced {
  const edits: TextEdit[] = [];
  const lost: LostAt[] = [];
  const inRun = tabRuns();
  visitLinesOutsideFences(text, (start, end) => {
    const line = text.slice(start, end);
    const label = inRun(line);
    if (label !== undefined) lost.push({ kind: 'tabs', at: start, name: label });
    const group = /^[ \t>]*:{3,}[ \t]*\{?(code-group|tabs|tab-set)\b/.exec(line)?.[1];
    if (group !== undefined) lost.push({ kind: 'tabs', at: start, name: group });
    if (line.includes('{')) callsIn(line, start, dialect, { edits, lost });
  });
  return { edits, lost };
}

/** Returns the label of a tab of Python-Markdown that begins a row of tabs: those that follow it belong to the same. */
function tabRuns(): (line: string) => string | undefined {
  let open: number | undefined;
  return (line) => {
    const tab = /^([ \t]*)===[+!]?[ \t]+"([^"\n]{0,200})"/.exec(line);
    const indent = line.length - line.trimStart().length;
    if (tab) {
      const begins = open === undefined || indent !== open;
      open = indent;
      return begins ? tab[2] : undefined;
    }
    if (open !== undefined && line.trim() !== '' && indent <= open) open = undefined;
    return undefined;
  };
}

/** Shortcodes of Hugo and calls of Liquid and Jinja, on one line. */
const calls = /\{\{[<%]-?\s*(\/?)([\w./-]+)([^{}]*?)(\/?)\s*[%>]\}\}|\{%-?\s*([\w-]+)([^{}%]*)%\}/g;

function callsIn(line: string, start: number, dialect: Dialect, { edits, lost }: Replaced): void {
  for (const match of line.matchAll(calls)) {
    const [whole, closing, shortcode, given, , liquid, liquidGiven] = match;
    const name = shortcode ?? liquid ?? '';
    if (isAddress(line, match.index, name)) continue;
    if (dialect !== 'templates' && liquid === undefined) continue;
    const at = start + match.index;
    const words = closing ? undefined : tabLabel(name, given ?? liquidGiven);
    edits.push({ start: at, end: at + whole.length, text: words ? `**${words}**` : '' });
    const kind = closing ? undefined : kindOf(name);
    if (kind !== undefined) lost.push({ kind, at, name });
  }
}

/** Returns the label among what is given to the call of a tab. */
function tabLabel(name: string, given = ''): string | undefined {
  if (!isTab(name)) return undefined;
  const label = /(?:^|\s)(?:title|name|header|label)=["']([^"'\n]{1,200})["']|^\s*["']([^"'\n]{1,200})["']/.exec(given);
  return label?.[1] ?? label?.[2];
}

/** Whether a call prints an address, stands in the target of a link, or in code. */
function isAddress(line: string, index: number, name: string): boolean {
  return addressCalls.has(name) || /\]\([^()]*$/.test(line.slice(0, index)) || isInCode(line, index);
}

/** Whether an odd number of backticks stands before a place of a line. */
function isInCode(line: string, index: number): boolean {
  return (line.slice(0, index).match(/`/g)?.length ?? 0) % 2 === 1;
}

/** What prints an address, which is not lost where it stands in words. */
const addressCalls = new Set(['ref', 'relref']);

function isTab(name: string): boolean {
  return /(?:^|[/-])(?:tab|tab-?item|tabbed)$/i.test(name);
}

function kindOf(name: string): LostAt['kind'] | undefined {
  if (/^end|^(?:else|elsif|elif)$/.test(name) || isTab(name)) return undefined;
  if (/(?:^|[/-])(?:code-?)?tabs$|^tabpane$|^tab-group$/i.test(name)) return 'tabs';
  if (/^(?:include|include-markdown|readfile|includes?\/.*|include_relative)$/i.test(name)) return 'include';
  if (/^(?:youtube|vimeo|embed|video|iframe)$/i.test(name)) return 'frame';
  if (/^(?:figure|image|img)$/i.test(name)) return 'image';
  return callsAroundText.has(name) ? undefined : 'component';
}

/** Calls around text, which stays, and those that print nothing. */
const callsAroundText = new Set(
  (
    'note tip warning info caution danger important hint alert notice callout details expand highlight raw capture if for ' +
    'unless assign comment case when with block set step steps stepper columns column content-ref code admonition br'
  ).split(' '),
);
