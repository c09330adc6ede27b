import type { HelperCall, JobEvent } from '@copydesk/contract';
import { costOfStep } from '../../../jobs/usage/usage.ts';
import type { Prices } from '../../../jobs/usage/usage.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { icons } from '../../view/icons.ts';
import { relativeTime } from '../../view/time.ts';
import { outcomeName } from '../state.ts';
import { stepWords } from './step-words.ts';
import { beginning, dollars, firstLine } from '../words.ts';
import { number, plural } from '../../view/numbers.ts';

/** What the entries of a transcript need to be shown. */
export interface EntriesContext {
  /** The address of the job's page. */
  address: string;
  model: string;
  prices: Prices;
  now: Date;
}

type Data<T extends JobEvent['type']> = Extract<JobEvent, { type: T }>['data'];

/** Renders the entries of a transcript, each as a line that expands when there is more. */
export function entries(events: readonly JobEvent[], context: EntriesContext): Html[] {
  return events.map((event) => entry(event, context));
}

function entry(event: JobEvent, context: EntriesContext): Html {
  const kind = event.type === 'checked' && event.data.problems.length > 0 ? 'checked careful' : event.type;
  return html`<li class="entry ${kind}" id="e${event.sequence}">
    ${body(event, context)}<span class="meta">${meta(event, context)}</span>
  </li> `;
}

function meta(event: JobEvent, { model, prices, now }: EntriesContext): HtmlValue {
  const at = new Date(event.at);
  const when = relativeTime(at, now);
  if (event.type !== 'step') return when;
  const { usage, helperCalls = [] } = event.data;
  const cost = costOfStep([{ model, usage }, ...helperCalls], at, prices);
  const hasUsed = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) > 0;
  return html`${hasUsed && html`<span title="Tokens read and written">${number(usage.inputTokens ?? 0)} → ${number(usage.outputTokens ?? 0)}</span> · `}${helpers(helperCalls)}${cost !== null && cost > 0 && `${dollars(cost)} · `}${when}`;
}

/** Renders each helper under its own name, since its reading does not count as that of the job's model. */
function helpers(calls: readonly HelperCall[]): Html[] {
  const names = [...new Set(calls.map(({ model }) => model))];
  return names.map((name) => {
    const usages = calls.filter(({ model }) => model === name).map(({ usage }) => usage);
    const sum = (of: 'inputTokens' | 'outputTokens'): number =>
      usages.reduce((all, usage) => all + (usage[of] ?? 0), 0);
    const title = `Tokens read and written by the helper model ${name}`;
    return html`<span title="${title}">${name} ${number(sum('inputTokens'))} → ${number(sum('outputTokens'))}</span>
      · `;
  });
}

function body(event: JobEvent, context: EntriesContext): HtmlValue {
  switch (event.type) {
    case 'message':
      return message(event.data, context);
    case 'turn_started':
      return line(
        html`${event.data.resumed ? 'Resumed' : 'Began'} at commit <code>${event.data.baseCommit.slice(0, 9)}</code> on
          <code class="branch">${event.data.branch}</code>`,
      );
    case 'step':
      return step(event.data, context);
    case 'compacted':
      return line(
        `Shortened ${plural(event.data.results, 'older tool result')}, so that the conversation fits the model`,
      );
    case 'noted':
      return line(firstLine(event.data.detail, 600));
    case 'checked':
      return checked(event.data);
    case 'pushed':
      return line(
        html`Pushed <code>${event.data.commit.slice(0, 9)}</code> to <code class="branch">${event.data.branch}</code>`,
      );
    case 'pull_request':
      return line(pullRequest(event.data));
    case 'put_off':
      return line(html`Put off until ${event.data.until.slice(11, 16)} UTC: ${firstLine(event.data.detail, 600)}`);
    case 'conflict':
      return conflict(event.data);
    case 'checks':
      return checks(event.data);
    case 'completed':
      // The model's final words are in its last step.
      return line(outcomeName(event.data.outcome ?? 'changed'));
    case 'failed':
      return html`${line('Failed')}${words(event.data.detail)}`;
    case 'archived':
      return line(`Archived ${archivers[event.data.by]}`);
  }
}

function line(text: HtmlValue): Html {
  return html`<p class="line">${text}</p>`;
}

const archivers: Record<Data<'archived'>['by'], string> = {
  person: 'by a person',
  api: 'through the API',
  operator: 'on the terminal',
  merge: 'by the merge of its pull request',
  close: 'by the closing of its pull request',
  idle: 'after 30 idle days',
};

const longestPrompt = 1_500;

function message({ position, prompt, from }: Data<'message'>, { address }: EntriesContext): Html {
  const { text, left } = beginning(prompt, longestPrompt);
  return html`<p class="line">${position === 0 ? 'Prompt' : 'Message'}${from && sender(from)}</p>
    <blockquote dir="auto">${text}${left > 0 && '…'}</blockquote>
    ${left > 0 && html`<p class="note"><a href="${address}?message=${position}">All ${number(prompt.length)} characters</a></p>`}`;
}

function sender({ kind, author, link }: NonNullable<Data<'message'>['from']>): Html {
  const to = (shown: string): HtmlValue =>
    /^https?:/.test(link) && html`, <a href="${link}" rel="noopener noreferrer nofollow">${shown}</a>`;
  if (kind === 'checks') return html` by Copydesk, since checks failed${to('the first of them')}`;
  return html` from <bdi>${author}</bdi>${to('in a comment')}`;
}

const longestWords = 400;

function step(data: Data<'step'>, { address }: EntriesContext): HtmlValue {
  const href = `${address}?step=${data.step}`;
  return html`<details>
      <summary><span class="step-number">${data.step}</span> ${stepWords(data)}</summary>
      <load-part src="${address}/steps/${data.step}"
        ><p class="note"><a href="${href}">All of step ${data.step}</a></p></load-part
      >
    </details>
    ${words(data.text, longestWords)}`;
}

/** Renders what the model said, or another text of several lines. */
function words(text: string, most = 4_000): HtmlValue {
  if (text.trim() === '') return undefined;
  const shown = beginning(text.trim(), most);
  return html`<p class="said" dir="auto">${shown.text}${shown.left > 0 && '…'}</p>`;
}

const problemsShown = 50;

function checked({ problems, warnings, contested, repairRound, coverage }: Data<'checked'>): HtmlValue {
  const round = repairRound > 0 ? ` (repair ${repairRound})` : '';
  const what =
    problems.length === 0
      ? `Checked the docs${round}: no new problem`
      : `Checked the docs${round}: the change causes ${plural(problems.length, 'problem')}`;
  const looked = coverage.links > 0 ? `, ${plural(coverage.links, 'link')} checked` : '';
  const reasons = [...new Set(contested.map(({ reason }) => reason))];
  if (problems.length + warnings.length === 0) return line(what + looked);
  return html`<details>
    <summary>
      ${problems.length > 0 && icons.warning} ${what}${warnings.length > 0 && `, ${plural(warnings.length, 'warning')}`}
    </summary>
    ${problemList(problems)}${warnings.length > 0 && html`<p class="line">Warnings</p>`}${problemList(warnings)}
    ${reasons.length > 0 && html`<p class="line">The model contests ${plural(contested.length, 'problem')}:</p>`}${problemList(reasons)}
  </details>`;
}

/** Lists problems, one a line, up to a limit that can still be read. */
export function problemList(problems: readonly string[]): Html | undefined {
  if (problems.length === 0) return undefined;
  const more = problems.length - problemsShown;
  return html`<ul class="problems">
    ${problems.slice(0, problemsShown).map((problem) => html`<li>${firstLine(problem, 300)}</li>`)}
    ${more > 0 && html`<li class="meta">and ${number(more)} more</li>`}
  </ul>`;
}

function pullRequest({ number: of, link, opened, draft }: Data<'pull_request'>): HtmlValue {
  const name = /^https?:/.test(link) ? html`<a href="${link}">Pull request #${of}</a>` : `Pull request #${of}`;
  if (opened) return [name, draft ? ' opened as a draft' : ' opened'];
  return [name, draft ? ' updated, with contested problems' : ' updated'];
}

function conflict({ number: of, baseRef, files }: Data<'conflict'>): HtmlValue {
  if (files.length === 0) return line(`Pull request #${of} no longer conflicts with ${baseRef}`);
  return html`<details>
    <summary>
      ${icons.warning} Pull request #${of} conflicts with <bdi>${baseRef}</bdi> in ${plural(files.length, 'file')}
    </summary>
    ${problemList(files)}
  </details>`;
}

function checks({ number: of, state, isWhole, running, failed, failing }: Data<'checks'>): HtmlValue {
  if (state === 'running') {
    return line(`Checks of pull request #${of} ${isWhole || running > 0 ? 'are running' : 'were not all read'}`);
  }
  if (state === 'passed') return line(`Checks of pull request #${of} have passed`);
  return html`<details>
    <summary>${icons.warning} ${plural(failed, 'check')} of pull request #${of} failed</summary>
    ${problemList(failing.map(({ name }) => name))}
  </details>`;
}
