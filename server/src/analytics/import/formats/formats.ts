import { alb } from './alb.ts';
import { caddy } from './caddy.ts';
import { cloudfront } from './cloudfront.ts';
import { combined } from './combined.ts';
import { wrapInDocker, linesInDocker } from './docker.ts';
import { envoy } from './envoy.ts';
import type { FormatName, LogFormat, OwnFields } from './format.ts';
import { haproxy } from './haproxy.ts';
import { jsonl } from './jsonl.ts';
import { s3 } from './s3.ts';
import { vercel } from './vercel.ts';
import { w3c } from './w3c.ts';

/** All formats; when a line fits several, the earlier one is more specific. */
const formats: Readonly<Record<FormatName, LogFormat>> = {
  cloudfront,
  caddy,
  vercel,
  w3c,
  alb,
  s3,
  envoy,
  haproxy,
  combined,
  jsonl,
};

/** Returns a format by name, inside Docker's if the lines are. */
export function formatOf(name: FormatName, lines: readonly string[]): LogFormat {
  const format = formats[name];
  return linesInDocker(lines) === undefined ? format : wrapInDocker(format);
}

/**
 * Returns the format that fits most of the lines; undefined when none fits any. Only JSON lines have fields that may be
 * named.
 */
export function detectFormat(lines: readonly string[], fields?: OwnFields): LogFormat | undefined {
  const within = linesInDocker(lines);
  const inner = within && detectFormat(within, fields);
  if (inner !== undefined) return wrapInDocker(inner);
  if (fields !== undefined) return countFitting(jsonl, lines, fields) > 0 ? jsonl : undefined;
  let best: { format: LogFormat; fitting: number } | undefined;
  for (const format of Object.values(formats)) {
    const fitting = countFitting(format, lines);
    if (fitting > (best?.fitting ?? 0)) best = { format, fitting };
  }
  return best?.format;
}

/** Counts the lines that contain a request in this format. */
function countFitting(format: LogFormat, lines: readonly string[], fields?: OwnFields): number {
  const read = format.open(undefined, fields);
  return lines.filter((line) => {
    const logLine = read(line);
    return logLine !== undefined && !('drop' in logLine && logLine.drop === 'unreadable');
  }).length;
}
