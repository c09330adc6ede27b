import { visibleJson } from '@copydesk/contract/invisible';
import pino from 'pino';
import type { Logger } from 'pino';
import type { Settings } from '../../settings.ts';
import { lineForPeople } from './log-for-people.ts';

/** Who reads the log: a person in a terminal, with or without colours, or programs. */
export type LogReader = 'programs' | { person: true; colours: boolean };

/** Writes to standard error, one JSON line per entry, or a line for a person. Credentials never reach the log. */
export function openLog(settings: Pick<Settings, 'logLevel'>, reader: LogReader = 'programs'): Logger {
  const redact = ['req.headers.authorization', 'req.headers.cookie', 'authorization', 'password', 'token'];
  const output = pino.destination(2);
  const shown = (line: string): string =>
    reader === 'programs' ? visibleJson(line) : lineForPeople(line, reader.colours);
  const write = (line: string): void => void output.write(shown(line));
  return pino({ level: settings.logLevel, redact, base: undefined }, { write });
}
