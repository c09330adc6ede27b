/** What a line of an access log says about a request. */
export interface LogLine {
  address: string;
  path: string;
  userAgent: string;
}

/** Reads a line in the combined format of Apache and nginx. Returns undefined for any other line. */
export function readLogLine(line: string): LogLine | undefined {
  const match = /^(\S+) \S+ \S+ \[[^\]]+\] "[A-Z]+ (\S+)[^"]*" \d{3} \S+ "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)"/.exec(
    line.trim(),
  );
  if (match === null) return undefined;
  const [, address = '', path = '', userAgent = ''] = match;
  return { address, path, userAgent: userAgent === '-' ? '' : userAgent.replaceAll(/\\(["\\])/g, '$1') };
}
