import { withoutInvisible } from '../safe-text/characters.ts';
import { withoutEscapes } from './escapes.ts';

/**
 * Returns the log of a job as a person reads it: without colours, without the times that GitHub, Gitea and GitLab put
 * before each line, without the marks of GitLab's sections, and with only the last text of a line that was overwritten
 * repeatedly.
 */
export function logText(raw: string): string {
  const lines = withoutEscapes(raw.replaceAll(/\r\n/g, '\n')).split('\n').map(lineOf);
  return withoutInvisible(lines.join('\n')).trim();
}

function lineOf(line: string): string {
  const states = line.replace(time, '').replaceAll(section, '').split('\r');
  return (states.findLast((part) => part.trim() !== '') ?? '').replace(time, '').trimEnd();
}

/** `2026-01-01T12:00:00.0000000Z `, at GitLab followed by a stream: `2026-01-01T12:00:00.000000Z 01O+`. */
const time = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z(?: \d\d[OE](?:\+| |$)| |$)/;

/** https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections */
const section = /section_(?:start|end):\d{1,15}:[\w.-]{1,200}(?:\[[^\]\r]{0,200}\])?/g;
