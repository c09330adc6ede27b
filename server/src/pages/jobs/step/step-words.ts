import type { JobEvent } from '@copydesk/contract';
import { html } from '../../view/html.ts';
import type { HtmlValue } from '../../view/html.ts';
import { firstLine } from '../words.ts';

type Step = Extract<JobEvent, { type: 'step' }>['data'];

/** Summarises a step in one line: `Read 14 files · Edited docs/a.md`. */
export function stepWords({ tools, text }: Step): HtmlValue {
  if (tools.length === 0) return text.trim() === '' ? 'Thought' : 'Answered';
  const done = Map.groupBy(
    tools.filter(({ ok }) => ok),
    ({ summary }) => summary.split(' ', 1)[0] ?? '',
  );
  const parts: HtmlValue[] = Array.from(done, ([verb, uses]) =>
    describeUses(
      verb,
      uses.map(({ summary }) => summary.slice(verb.length + 1)),
    ),
  );
  const missed = tools.filter(({ ok }) => !ok);
  if (missed.length > 0) parts.push(html`<span class="missed">${missedWords(missed)}</span>`);
  return parts.map((part, index) => [index > 0 && ' · ', part]);
}

const verbs: Record<string, string> = {
  read: 'Read',
  search: 'Searched for',
  edit: 'Edited',
  write: 'Wrote',
  move: 'Moved',
  delete: 'Deleted',
  list: 'Listed',
  check: 'Checked',
  contest: 'Contested',
  redirect: 'Redirected',
  replace: 'Replaced',
  try: 'Tried',
  outline: 'Read the outline of',
  ask: 'Asked the helper',
  page: 'Looked at page',
};

const longestName = 100;

function describeUses(verb: string, objects: string[]): HtmlValue {
  const word = Object.hasOwn(verbs, verb) ? verbs[verb] : firstLine(verb, 40);
  const distinct = [...new Set(objects)];
  const named = distinct.length <= 3 ? distinct : distinct.slice(0, 2);
  const more = distinct.length - named.length;
  return [
    word,
    ' ',
    named.map((name, index) => [index > 0 && ', ', html`<bdi>${cut(name)}</bdi>`]),
    more > 0 && ` and ${more.toLocaleString('en')} more`,
  ];
}

function cut(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName).toWellFormed()}…`;
}

function missedWords(missed: Step['tools']): HtmlValue {
  const [first] = missed;
  if (missed.length > 1 || first === undefined) return `${missed.length} calls were refused`;
  return ['Refused: ', firstLine(first.summary, longestName)];
}
