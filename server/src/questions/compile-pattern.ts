import { RE2JS } from 're2js';

/**
 * A pattern of RE2, which has no lookahead and no references, and matches in time that grows with the text alone
 * (https://github.com/google/re2/wiki/Syntax). Capitals make no difference.
 *
 * @throws for what is no pattern.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  return (text) => compiled.matcher(text).find();
}
