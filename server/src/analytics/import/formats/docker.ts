import { readObject } from './fields.ts';
import type { LogFormat } from './format.ts';

/** A longer line is not from a log of requests. */
const longestLine = 1024 * 1024;

/**
 * Extracts the lines of a program from what Docker's `json-file` driver makes of them:
 * https://docs.docker.com/engine/logging/drivers/json-file/
 * `{"log":"…\n","stream":"stdout","time":"…"}`; a line of more than 16 KiB is several of these, and only the last has
 * the line end. Returns undefined until a line is complete, and for what is not Docker's.
 */
function lineUnwrapper(): (line: string) => string | undefined {
  const begun = new Map<string, string>();
  return (line) => {
    const entry = dockerEntry(line);
    if (entry === undefined) return undefined;
    const text = (begun.get(entry.stream) ?? '') + entry.log;
    const isWhole = text.endsWith('\n') || text.length > longestLine;
    begun.set(entry.stream, isWhole ? '' : text);
    return isWhole ? text.replace(/\r?\n$/, '') : undefined;
  };
}

/** Returns the inner lines; undefined unless all lines are Docker's. */
export function linesInDocker(lines: readonly string[]): string[] | undefined {
  if (lines.length === 0 || lines.some((line) => dockerEntry(line) === undefined)) return undefined;
  const unwrap = lineUnwrapper();
  return lines.flatMap((line) => unwrap(line) ?? []);
}

/** Returns the same format inside Docker's. */
export function wrapInDocker(format: LogFormat): LogFormat {
  const { name, lacks } = format;
  return {
    name,
    json: true,
    continues: true,
    open(host, fields) {
      const [unwrap, read] = [lineUnwrapper(), format.open(host, fields)];
      return (line) => {
        const text = unwrap(line);
        return text === undefined ? undefined : read(text);
      };
    },
    lacks: lacks && ((lines, fields) => lacks(linesInDocker(lines) ?? [], fields)),
  };
}

function dockerEntry(line: string): { log: string; stream: string } | undefined {
  if (!line.startsWith('{')) return undefined;
  const { log, stream, time } = readObject(line) ?? {};
  const isDocker = typeof log === 'string' && typeof stream === 'string' && typeof time === 'string';
  return isDocker ? { log, stream } : undefined;
}
