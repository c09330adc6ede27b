import type { JobEvent } from '@copydesk/contract';
import { notKnown } from './coverage.ts';
import { count } from './diff.ts';
import { kindInWords } from './outcome.ts';
import type { Paint } from './paint.ts';
import { cutToWidth, printableLine } from './text-width.ts';

/** Describes one entry of a job's transcript, in one or a few lines. */
export function narrate(event: JobEvent, paint: Paint): string[] {
  switch (event.type) {
    case 'message':
      return [`${event.data.position === 0 ? 'prompt' : 'message'}  ${quotePrompt(event.data.prompt)}`];
    case 'turn_started':
      return [
        `${event.data.resumed ? 'resumed' : 'started'} from ${shortCommit(event.data.baseCommit)}, ` +
          `working on ${printableLine(event.data.branch)}`,
      ];
    case 'step':
      return step(event.data, paint);
    case 'compacted':
      return [`shortened ${count(event.data.results, 'older tool result')} so that the conversation fits the model`];
    case 'noted':
      return [paint.careful(printableLine(event.data.detail))];
    case 'checked':
      return checked(event.data, paint);
    case 'pushed':
      return [`pushed ${shortCommit(event.data.commit)} to ${printableLine(event.data.branch)}`];
    case 'pull_request':
      return [pullRequest(event.data)];
    case 'put_off':
      return [paint.careful(`waits until ${event.data.until.slice(11, 16)}: ${printableLine(event.data.detail)}`)];
    case 'conflict':
      return [conflict(event.data, paint)];
    case 'checks':
      return [checks(event.data, paint)];
    case 'completed':
      return [completed(event.data, paint), ...firstLines(event.data.summary, 20)];
    case 'failed':
      return [paint.bad(`failed  ${printableLine(event.data.detail)}`)];
    case 'archived':
      return [`archived by ${archivers[event.data.by]}`];
  }
}

function shortCommit(commit: string): string {
  return printableLine(commit.slice(0, 9));
}

type Data<T extends JobEvent['type']> = Extract<JobEvent, { type: T }>['data'];

const archivers: Record<Data<'archived'>['by'], string> = {
  person: 'a person',
  api: 'the API',
  operator: 'the operator',
  merge: 'the merge of its pull request',
  close: 'the closing of its pull request',
  idle: 'itself, after 30 idle days',
};

function completed({ outcome }: Data<'completed'>, paint: Paint): string {
  const words = outcome === null ? undefined : kindInWords(outcome);
  if (words === undefined) return paint.good('completed');
  const isGood = outcome === 'nothing_to_do' || outcome === 'answered';
  return isGood ? paint.good(`completed: ${words}`) : paint.careful(`completed: ${words}`);
}

function step(data: Data<'step'>, paint: Paint): string[] {
  const done = data.tools.filter((tool) => tool.ok).map((tool) => tool.summary);
  const missed = data.tools.filter((tool) => !tool.ok);
  const label = `step ${data.step}  `;
  const words = done.length > 0 ? describeSummaries(done) : (firstLines(data.text, 1)[0] ?? 'thought');
  return [
    ...(done.length > 0 || missed.length === 0 ? [`${label}${words}`] : []),
    ...missed.map((tool) => {
      const why = printableLine(tool.result.split('\n', 1)[0] ?? '');
      return `${label}${paint.careful(`${printableLine(tool.summary)}: ${why}`)}`;
    }),
  ];
}

/** Returns `read 14 files, edit docs/a.md, docs/b.md and 9 more`: calls with the same first word are grouped. */
function describeSummaries(summaries: string[]): string {
  const objects = new Map<string, string[]>();
  for (const summary of summaries.map(printableLine)) {
    const verb = summary.split(' ', 1)[0] ?? '';
    objects.set(verb, [...(objects.get(verb) ?? []), summary.slice(verb.length + 1)]);
  }
  return [...objects].map(([verb, of]) => `${verb} ${listNames(of)}`.trim()).join(', ');
}

function listNames(names: string[]): string {
  const distinct = [...new Set(names)];
  if (distinct.length <= 3) return distinct.join(', ');
  return `${distinct.slice(0, 2).join(', ')} and ${distinct.length - 2} more`;
}

function checked(data: Data<'checked'>, paint: Paint): string[] {
  if (data.problems.length === 0) {
    const warnings = data.warnings.length === 0 ? '' : `, ${count(data.warnings.length, 'new warning')}`;
    return [`checked the docs: no new problem${warnings}`, ...unjudgedLines(data.coverage)];
  }
  return [
    paint.careful(`checked the docs: the change causes ${count(data.problems.length, 'problem')}`),
    ...data.problems.slice(0, 10).map((problem) => `  ${printableLine(problem)}`),
    ...contested(data.contested, paint),
    ...unjudgedLines(data.coverage),
  ];
}

function unjudgedLines(coverage: Data<'checked'>['coverage']): string[] {
  return notKnown(coverage).map((line) => `  ${printableLine(line)}`);
}

/** Prints each reason once, because one may apply to many problems. */
function contested(of: Data<'checked'>['contested'], paint: Paint): string[] {
  if (of.length === 0) return [];
  const reasons = [...new Set(of.map(({ reason }) => reason))];
  return [
    paint.careful(`the model contests ${count(of.length, 'problem')}`),
    ...reasons.slice(0, 10).map((reason) => `  ${cutToWidth(printableLine(reason), 160)}`),
  ];
}

function pullRequest({ number, opened, draft }: Data<'pull_request'>): string {
  if (opened) return `pull request ${number} opened${draft ? ' as a draft' : ''}`;
  return `pull request ${number} updated${draft ? ', with contested problems' : ''}`;
}

function conflict({ number, baseRef, files }: Data<'conflict'>, paint: Paint): string {
  if (files.length === 0) return `pull request ${number} no longer conflicts with ${printableLine(baseRef)}`;
  const where = listNames(files.map(printableLine));
  return paint.careful(`pull request ${number} conflicts with ${printableLine(baseRef)} in ${where}`);
}

function checks({ number, state, isWhole, running, failed, failing }: Data<'checks'>, paint: Paint): string {
  const of = `checks of pull request ${number}`;
  if (state === 'running') return `${of} ${isWhole || running > 0 ? 'are running' : 'were not all read'}`;
  if (state === 'passed') return paint.good(`${of} have passed`);
  const names = failing.map(({ name }) => printableLine(name));
  return paint.careful(`${of}: ${count(failed, 'check')} failed: ${listNames(names)}`);
}

/** Returns the first lines that are not blank, each cut to what a person reads at a glance. */
function firstLines(text: string, maximum: number): string[] {
  const lines = text.split('\n').map(printableLine);
  return lines
    .filter((line) => line !== '')
    .slice(0, maximum)
    .map((line) => cutToWidth(line, 160));
}

function quotePrompt(prompt: string): string {
  return cutToWidth(printableLine(prompt), 160);
}
