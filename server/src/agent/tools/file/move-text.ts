import { z } from 'zod';
import type { TransferPlan } from '../../ports.ts';
import type { LineRange } from '../../text/line-ranges.ts';
import type { ReadMarks } from '../../compact/read-marks.ts';
import { readTextFile } from '../../text/text-file.ts';
import { carryOutPlan, markShown, planLines } from '../carry-out-plan.ts';
import { saveTransferMarks } from './save-transfer-marks.ts';
import { cleanPath } from '../show/path-filter.ts';
import { defineTool, doneAnswer, refusedAnswer } from '../tool.ts';

const MoveTextInput = z.object({
  from: z.string(),
  lines: z.string().optional().describe('12-40; default: all, then from goes, redirected'),
  to: z.string(),
  after: z.string().optional().describe('line, heading; new page: page listed before; default: end'),
  title: z.string().optional().describe('heading; default: its own'),
  front_matter: z.string().optional(),
  leave: z.string().optional(),
});

/**
 * Returns `moved N lines of FROM to TO:A-B`, then how the heading and its levels changed, what moved along, and the
 * effects of the plan: a line for each changed link, for navigation and redirects, and for what still names the old
 * place.
 */
export const moveText = defineTool({
  name: 'move_text',
  description:
    'Split or merge pages: move text you have read to another or new page. Links, anchors, navigation follow.',
  input: MoveTextInput,
  summarise: ({ from, lines, to }) => `move ${lines === undefined ? from : `lines ${lines} of ${from}`} to ${to}`,
  async run(input, context) {
    const { tree, docs, marks } = context;
    const [from, to] = [cleanPath(input.from), cleanPath(input.to)];
    const asked = rangeOf(input.lines);
    if (asked === 'none')
      return refusedAnswer(`${input.lines} are no lines: give the first and the last, such as 12-40.`);
    const file = await readTextFile(tree, from);
    if (!marks.has(from, file.blob)) return refusedAnswer(marks.readFirst(from, file.blob));
    const place = placeOf(input.after);
    const former = place !== undefined && 'line' in place ? tree.entry(to) : undefined;
    if (former !== undefined && !marks.has(to, former.blob)) return refusedAnswer(marks.readFirst(to, former.blob));
    const present = presentPlaces(marks, { from, lines: asked, to, after: place });
    if (present === undefined) return refusedAnswer(changedBefore);
    const { lines, after } = present;
    const address = lines === undefined ? await docs.address(from) : undefined;
    const plan = await docs.planTransfer({
      from,
      to,
      lines: lines && { first: lines.from, last: lines.to },
      after,
      title: input.title,
      frontMatter: input.front_matter,
      leave: input.leave,
    });
    const letMarksFollow = await saveTransferMarks(context, { file, lines, to, leave: input.leave }, plan);
    const gone = plan.files.map(({ from: path }) => ({ path, content: null }));
    const outcome = await carryOutPlan(tree, gone, plan.edits);
    await letMarksFollow();
    markShown(context, plan, outcome, [from, to]);
    const details = planLines(plan, outcome, [from, to]);
    return doneAnswer([...whatMoved(plan, { from, to, address }), ...details].join('\n'));
  },
});

const changedBefore =
  'A call before this one changed the lines that you name. Nothing was moved: look where they are now, and name them again.';

type Place = { line: number } | { heading: string };

/** Returns the current numbers of the lines that the model names; undefined if an earlier call changed them. */
function presentPlaces(
  marks: ReadMarks,
  {
    from,
    lines: asked,
    to,
    after: place,
  }: {
    from: string;
    lines: LineRange | undefined;
    to: string;
    after: Place | undefined;
  },
): { lines: LineRange | undefined; after: Place | undefined } | undefined {
  const lines = asked && marks.presentLines(from, asked);
  const after = place && presentPlace(marks, to, place);
  return (asked && !lines) || (place && !after) ? undefined : { lines, after };
}

/**
 * Converts a line that the model names as it was shown to its current number, because an earlier call may have moved
 * it.
 */
function presentPlace(marks: ReadMarks, path: string, place: Place): Place | undefined {
  if ('heading' in place) return place;
  const behind = marks.presentLines(path, { from: place.line + 1, to: place.line });
  return behind && { line: behind.to };
}

function rangeOf(lines = ''): LineRange | 'none' | undefined {
  if (lines === '') return undefined;
  const [, first, last = first] = /^\s*L?(\d{1,9})(?:\s*(?:-|–|:|,|\.\.|to)\s*L?(\d{1,9}))?\s*$/i.exec(lines) ?? [];
  return first === undefined ? 'none' : { from: Number(first), to: Number(last) };
}

function placeOf(after: string | undefined): Place | undefined {
  const place = after?.trim() ?? '';
  if (place === '') return undefined;
  const line = /^(?:line\s+|L)?(\d{1,9})$/i.exec(place)?.[1];
  return line === undefined ? { heading: place } : { line: Number(line) };
}

function whatMoved(
  { placed, files }: TransferPlan,
  { from, to, address }: { from: string; to: string; address: string | undefined },
): string[] {
  const { first, last, lines, isNew, heading, shift, frontMatter, along, notes } = placed;
  const levels = `${Math.abs(shift)} ${Math.abs(shift) === 1 ? 'level' : 'levels'} ${shift > 0 ? 'deeper' : 'higher'}`;
  return [
    `moved ${lines} lines of ${from} to ${to}:${first}-${last}${isNew ? ' (new page)' : ''}`,
    ...(heading === undefined ? [] : [`heading above them: ${heading}`]),
    ...(shift === 0 ? [] : [`headings are ${levels}`]),
    ...(frontMatter === undefined ? [] : [`front matter: ${frontMatter.replaceAll(/\s*\n\s*/g, '; ')}`]),
    ...(along.length === 0 ? [] : [`came along: ${along.join(', ')}`]),
    ...notes,
    ...(files.length === 0 ? [] : [`deleted ${from}`]),
    ...(address === undefined ? [] : [`its address was ${address}`]),
  ];
}
