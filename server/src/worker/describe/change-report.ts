import type { EventData, JobImpact } from '@copydesk/contract';
import type { BegunBy } from '../../automations/runs.ts';
import { formatUnjudged } from '../../agent/notes/coverage.ts';
import type { Coverage } from '../../agent/ports.ts';
import { safeCode } from '../../code-hosts/safe-text.ts';
import type { SharedWith } from '../../jobs/deliver/shared-files.ts';
import { longestWaitHours } from '../../jobs/deliver/shared-wait.ts';
import type { SharedWait } from '../../jobs/deliver/shared-wait.ts';
import type { QuestionsReport } from '../../questions/questions-check.ts';
import { formatImpact } from './impact-report.ts';
import type { JudgedTurn } from '../verify/judged-questions.ts';
import { formatJudged, formatQuestions } from './questions-report.ts';

/** What Copydesk itself knows about a change that is to be delivered. */
export interface ChangeFacts {
  jobId: string;
  jobUrl: string;
  model: string;
  /** What the job has used so far. */
  usage: NonNullable<EventData<'completed'>['usage']>;
  /** Problems that do not stop a delivery, one line each. */
  warnings: readonly string[];
  /** What share of the links was judged. */
  coverage: Coverage;
  /** A sentence on the size of the pull request, when it is larger than the team asks for. */
  oversize?: string | undefined;
  /** How many of the problems that an earlier delivery contested still exist; undefined when there were none. */
  stillContested?: number;
  /** The change of another job that this one carries, as Markdown; undefined for a job that carries none. */
  carried?: string | undefined;
  /** The automation that started the job, and what it is about; undefined when a person started it. */
  begunBy?: BegunBy | undefined;
  /** The questions about the touched pages, and whether they were answered before and are answered now. */
  questions: QuestionsReport['touched'];
  /** What a model answered to these questions from the pages alone; undefined when none was asked. */
  judged?: JudgedTurn | undefined;
  /** What became of addresses that readers did not find, as Markdown; '' for a job that repairs none. */
  missed?: string;
  /** Other jobs whose open pull requests change the same files. */
  shared?: readonly SharedWith[] | undefined;
  /** What the change waited for, and the result; undefined when it did not wait. */
  waited?: Pick<SharedWait, 'isOver' | 'conflicts'> | undefined;
  /** Who reads the touched files; undefined when that could not be read. */
  impact: JobImpact | undefined;
}

/**
 * Writes what stands below a description: what became of contested problems, the readers of the pages, the questions
 * that they answer, new warnings, and where the change comes from.
 */
export function formatFacts(facts: ChangeFacts): string {
  return [
    facts.carried ?? '',
    formatStillContested(facts.stillContested),
    facts.oversize ?? '',
    facts.missed ?? '',
    formatWaited(facts.waited),
    formatShared(facts.shared ?? []),
    facts.impact === undefined ? '' : formatImpact(facts.impact),
    formatQuestions(facts.questions),
    formatJudged(facts.judged),
    formatWarnings(facts.warnings),
    coverageNote(facts.coverage),
    formatBegunBy(facts.begunBy),
    formatOrigin(facts),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Copydesk never marks a draft as ready at a code host: people may have reasons of their own to hold it back. */
function formatStillContested(still: number | undefined): string {
  if (still === undefined) return '';
  const contested = 'Of the problems that the model contested before,';
  if (still > 0) return `${contested} ${count(still)} still ${still === 1 ? 'stands' : 'stand'}.`;
  return `${contested} none remains: the checks pass now. If it is still a draft, mark it as ready when you agree.`;
}

const mostSharedFiles = 5;

/** What is merged first decides what the other must be reconciled with. */
function formatShared(shared: readonly SharedWith[]): string {
  if (shared.length === 0) return '';
  const lines = shared.map(({ pullRequest, title, files, filesInAll }) => {
    return `- <${pullRequest.url}>, ${safeCode(title)}: ${someFiles(files, filesInAll)}`;
  });
  return `Other open pull requests of Copydesk change the same files:\n\n${lines.join('\n')}`;
}

/** Lists the first of some files, and how many more there are in all. */
function someFiles(files: readonly string[], inAll: number): string {
  const listed = files.slice(0, mostSharedFiles).map(safeCode).join(', ');
  return inAll > mostSharedFiles ? `${listed} and ${count(inAll - mostSharedFiles)} more` : listed;
}

/** For a change that was rebuilt on what it had waited for, there is nothing to report. */
function formatWaited(waited: ChangeFacts['waited']): string {
  if (waited === undefined) return '';
  const { isOver, conflicts } = waited;
  const parts = [];
  if (isOver) parts.push(`This change waited ${longestWaitHours} hours for other jobs that change the same files.`);
  if (conflicts.length > 0) {
    const files = someFiles(conflicts, conflicts.length);
    parts.push(
      `While it waited for another one, the base branch changed the same lines of ${files}, so it conflicts. Ask for the ` +
        'conflict to be solved in a comment or a message.',
    );
  }
  return parts.join(' ');
}

const mostWarnings = 20;
const longestWarning = 500;

/**
 * Formats warnings as code: a warning quotes pages, whose links, mentions and "fixes #1" are not the pull request's
 * own.
 */
function formatWarnings(warnings: readonly string[]): string {
  if (warnings.length === 0) return '';
  const listed = warnings.slice(0, mostWarnings);
  if (warnings.length > mostWarnings) listed.push(`… ${warnings.length - mostWarnings} more`);
  return `New warnings:\n\n${asCode(listed)}`;
}

/** When more than this share of the links could not be judged, reviewers check for themselves. */
const unjudgedShare = 0.05;

function coverageNote(coverage: Coverage): string {
  const open = coverage.notJudged.reduce((sum, { count: links }) => sum + links, 0);
  if (open > coverage.links * unjudgedShare) {
    return `Of ${count(coverage.links)} links that were checked, ${count(open)} could not be judged:\n\n${asCode(formatUnjudged(coverage))}`;
  }
  const rest = formatUnjudged({ ...coverage, notJudged: [] });
  return rest.length === 0 ? '' : `Not checked:\n\n${asCode(rest)}`;
}

function asCode(lines: readonly string[]): string {
  const listed = lines.map((line) =>
    line.length > longestWarning ? `${line.slice(0, longestWarning).toWellFormed()}…` : line,
  );
  const longestRun = Math.max(2, ...(listed.join('\n').match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return `${fence}text\n${listed.join('\n')}\n${fence}`;
}

const mostLinks = 20;

/**
 * Turns only web addresses into links, written the way a browser writes them, because the address comes from outside.
 */
function formatBegunBy(begunBy: BegunBy | undefined): string {
  if (begunBy === undefined) return '';
  const { automation, links } = begunBy;
  const addresses = links.flatMap((link) => {
    const url = URL.parse(link);
    return url !== null && /^https?:$/.test(url.protocol) ? `<${url.href}>` : [];
  });
  const listed = addresses.slice(0, mostLinks);
  const more = addresses.length > listed.length ? ` and ${addresses.length - listed.length} more` : '';
  const about = listed.length === 0 ? '' : `, about ${listed.join(', ')}${more}`;
  return `Started by the automation ${safeCode(automation)}${about}.`;
}

function formatOrigin({ jobId, jobUrl, model, usage }: ChangeFacts): string {
  const job = `[\`${jobId}\`](${jobUrl})`;
  const { steps, inputTokens, cachedInputTokens, outputTokens, costUsd, helpers = [] } = usage;
  if (costUsd === null || inputTokens + outputTokens === 0) return `Made by Copydesk, job ${job}.`;
  const cached =
    cachedInputTokens > 0 ? ` (${Math.round((cachedInputTokens / inputTokens) * 100)}% from the cache)` : '';
  const used = `${count(steps)} ${steps === 1 ? 'step' : 'steps'}, ${count(inputTokens)} tokens read${cached}, ${count(outputTokens)} written`;
  const helped = helpers.length === 0 ? '' : `, helped by ${helpers.map(safeCode).join(' and ')}`;
  return `Made by Copydesk, job ${job}, with ${safeCode(model)}${helped}: ${used}, ${dollars(costUsd)}.`;
}

/** Writes the currency as words, because a dollar sign before a number is a reference at GitLab. */
function dollars(amount: number): string {
  return amount > 0 && amount < 0.01 ? 'less than 0.01 US dollars' : `${amount.toFixed(2)} US dollars`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
