import { visibleJson } from '@copydesk/contract/invisible';
import pino from 'pino';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';

/** One JSON line an entry, on standard error, which a terminal may show; credentials never reach it. */
export function openLog(settings: Pick<Settings, 'logLevel'>): Logger {
  const redact = ['req.headers.authorization', 'req.headers.cookie', 'authorization', 'password', 'token'];
  const output = pino.destination(2);
  const write = (line: string): void => void output.write(visibleJson(line));
  return pino({ level: settings.logLevel, redact, base: undefined }, { write });
}
