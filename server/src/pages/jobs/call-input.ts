import { z } from 'zod';
import type { Block, DiffLine, Hunk } from '../diff/hunks.ts';
import { diffTable } from '../diff/rows.ts';
import { newWordBudget } from '../diff/words.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import type { StepBounds } from './step/step-bounds.ts';
import { beginning } from './words.ts';

const Quotation = z.object({ old: z.string().min(1), new: z.string() });
const Lines = z.object({ from_line: z.int().min(1), to_line: z.int().min(0).optional(), new: z.string() });
const Edit = z.object({ path: z.string(), edits: z.array(z.union([Quotation, Lines])) });
const Write = z.object({ path: z.string(), content: z.string() });

/** Renders a tool call's input: an edit as a diff, anything else as its fields. */
export function callInput(tool: string, input: unknown, bounds: StepBounds): HtmlValue {
  const edit = tool === 'edit_file' ? Edit.safeParse(input).data : undefined;
  if (edit !== undefined) {
    return diff(
      edit.path,
      edit.edits
        .slice(0, bounds.calls)
        .map((one) => ('old' in one ? hunkOf(one.old, one.new, bounds) : linesHunk(one, bounds))),
    );
  }
  const write = tool === 'write_file' ? Write.safeParse(input).data : undefined;
  if (write !== undefined) return diff(write.path, [hunkOf('', write.content, bounds)]);
  return fields(input, bounds);
}

function diff(path: string, hunks: Hunk[]): Html {
  return html`<p class="file-name"><bdi>${path}</bdi></p>
    <div class="scroll" tabindex="0">
      ${diffTable(hunks, { view: 'unified', label: `Edits of ${path}`, words: newWordBudget() })}
    </div>`;
}

/**
 * Turns an edit into a hunk. What both texts begin and end with is context. Lines are counted from the edit's first
 * line.
 */
function hunkOf(before: string, after: string, { characters }: StepBounds): Hunk {
  const old = linesOf(beginning(before, characters).text);
  const now = linesOf(beginning(after, characters).text);
  const shorter = Math.min(old.length, now.length);
  let same = 0;
  while (same < shorter && old[same] === now[same]) same += 1;
  let end = 0;
  while (end < shorter - same && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const shift = old.length - now.length;
  const blocks: Block[] = [
    { kind: 'context', lines: numbered(now, 0, same, 0) },
    {
      kind: 'change',
      removed: numbered(old, same, old.length - end),
      added: numbered(now, same, now.length - end),
    },
    { kind: 'context', lines: numbered(now, now.length - end, now.length, shift) },
  ];
  return { oldStart: 1, newStart: 1, section: '', blocks: blocks.filter(hasLines) };
}

/**
 * Turns an edit by line numbers into a hunk. The call does not contain the old text, so the hunk's heading names the
 * replaced lines.
 */
function linesHunk(
  { from_line: from, to_line: to = from, new: text }: z.infer<typeof Lines>,
  bounds: StepBounds,
): Hunk {
  const added = linesOf(beginning(text, bounds.characters).text.replace(/\n$/, ''));
  const lines = added.map((line, index) => ({ text: line, number: from + index }));
  const blocks: Block[] = [{ kind: 'change', removed: [], added: lines }];
  return {
    oldStart: from,
    newStart: from,
    section: place(from, to, added.length === 0),
    blocks: blocks.filter(hasLines),
  };
}

function place(from: number, to: number, isRemoval: boolean): string {
  if (to < from) return 'before it';
  const lines = from === to ? 'this line' : `lines ${from} to ${to}`;
  return isRemoval ? `${lines}, deleted` : `instead of ${lines}`;
}

/** Numbers lines. Lines that are the same before and after get both numbers, which differ by `apart`. */
function numbered(lines: string[], from: number, until: number, apart?: number): DiffLine[] {
  return lines.slice(from, until).map((text, index) => {
    const number = from + index + 1;
    return apart === undefined ? { text, number } : { text, number, oldNumber: number + apart };
  });
}

function hasLines(block: Block): boolean {
  return block.kind === 'context' ? block.lines.length > 0 : block.removed.length + block.added.length > 0;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function fields(input: unknown, { characters }: StepBounds): HtmlValue {
  if (typeof input !== 'object' || input === null) return undefined;
  const given = Object.entries(input).slice(0, 20);
  if (given.length === 0) return undefined;
  return html`<dl class="facts call-fields">
    ${given.map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
      return html`<dt>${name.slice(0, 60)}</dt>
        <dd><code>${beginning(text ?? '', characters).text}</code></dd>`;
    })}
  </dl>`;
}
