/** What replaces something secret. */
const removedMark = '[removed]';

/**
 * The shapes of what grants access or names a person. Rather too much than too little: a bundle is for reading errors.
 */
const shapes: RegExp[] = [
  /\bdesk_(?:test_)?\w+/g,
  /\b(?:Bearer|Basic)\s+\S+/gi,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/@]+@[^\s"']*/gi,
  /\b(?:password|passwd|pwd|secret|token|api[_-]?key|key|authorization)\b["']?\s*[=:]\s*["']?[^\s"',;]+/gi,
  /\b[\w.+-]+@[\w-]+\.[\w.-]+/g,
  // Keys of all kinds: long, and not only letters.
  /(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{20,}/g,
];

/** Removes the given secrets from a text, wherever they are, and what has the shape of one. */
export function maskText(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= 4).toSorted((one, other) => other.length - one.length);
  const without = known.reduce((left, secret) => left.replaceAll(secret, removedMark), text);
  return shapes.reduce((left, shape) => left.replace(shape, removedMark), without);
}

const longestLine = 300;

/**
 * Returns the lines of the database's log that say what went wrong, without what they quote: names and values of rows
 * are in quotes, and statements are on lines of their own, which are left out.
 */
export function maskServerLog(text: string, secrets: readonly string[]): string[] {
  return text
    .split('\n')
    .filter((line) => /^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] (?:LOG|WARNING|ERROR|FATAL|PANIC): /.test(line))
    .map((line) => maskText(line.replaceAll(/"[^"]*"/g, '"…"'), secrets).slice(0, longestLine));
}

/** The fields of a line of Copydesk's own log that contain no text written by a person. */
const plainKeys = ['level', 'time', 'code', 'status', 'statusCode', 'requestId', 'jobId', 'projectId', 'durationMs'];

/**
 * Returns the lines of Copydesk's own log, each one JSON object, with time, level and error. Other lines are left out.
 */
export function maskOwnLog(text: string, secrets: readonly string[]): object[] {
  return text.split('\n').flatMap((line) => {
    const entry = parseLine(line);
    if (entry === undefined) return [];
    const { err, msg } = entry;
    const kept = Object.fromEntries(
      plainKeys.flatMap((key) => (isPlain(entry[key]) ? [[key, maskPlain(entry[key], secrets)]] : [])),
    );
    const error = isRecord(err) && typeof err['code'] === 'string' ? { error: maskText(err['code'], secrets) } : {};
    const message =
      typeof msg === 'string'
        ? { msg: maskText(msg.replaceAll(/"[^"]*"/g, '"…"'), secrets).slice(0, longestLine) }
        : {};
    return [{ ...kept, ...error, ...message }];
  });
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 64);
}

/** Ids of jobs and projects are no secrets, and are what support asks about. */
function maskPlain(value: string | number, secrets: readonly string[]): string | number {
  if (typeof value === 'number' || /^(?:job_|prj_)\w+$/.test(value)) return value;
  return maskText(value, secrets);
}
