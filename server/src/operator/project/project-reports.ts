import { ProjectPatch } from '@copydesk/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Project, ProjectChange } from '../../projects/project.ts';

type Reports = Pick<ProjectChange, 'reportPeriods' | 'reportRecipients'>;

/** The options that set which reports of a project are sent, and to whom. */
export interface ReportOptions {
  report?: Reports['reportPeriods'];
  /** False for --no-report-to. */
  reportTo?: string[] | false;
}

export function addReportOptions(command: Command): Command {
  return command
    .option(
      '--report <periods>',
      'reports that are sent when they are over: week, month, both with a comma, or none',
      parsePeriods,
    )
    .option(
      '--report-to <address>',
      'an e-mail address that these reports are sent to; may be repeated, at most 20',
      addRecipient,
    )
    .option('--no-report-to', 'send reports to no e-mail address');
}

/** Undefined means not given. Given recipients replace the earlier ones. */
export function reportsOf({ report, reportTo }: ReportOptions): Reports {
  return { reportPeriods: report, reportRecipients: reportTo === false ? [] : reportTo };
}

/** Returns which reports are sent, as `printFields` takes it. */
export function reportFields({
  reportPeriods,
  reportRecipients,
}: Project): [name: string, value: string | undefined][] {
  return [
    ['reports', reportPeriods.join(', ') || 'none'],
    ['reports to', reportRecipients.join(', ') || undefined],
  ];
}

function parsePeriods(text: string): Reports['reportPeriods'] {
  const { data } = ProjectPatch.safeParse({ reportPeriods: text === 'none' ? [] : text.split(/ *, */) });
  if (data?.reportPeriods !== undefined) return data.reportPeriods;
  throw new InvalidArgumentError('Give week, month, week,month or none.');
}

/** Parses an address as the API does. */
function addRecipient(text: string, before: string[] | false = []): string[] {
  const { data } = ProjectPatch.safeParse({ reportRecipients: [...(before || []), text] });
  if (data?.reportRecipients !== undefined) return [...new Set(data.reportRecipients)];
  throw new InvalidArgumentError('Give an e-mail address such as ada@example.com, and at most 20.');
}
