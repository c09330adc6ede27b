import { RE2JS } from 're2js';

/**
 * Compiles a case-insensitive RE2 pattern. RE2 has no lookahead and no backreferences, and its matching time grows
 * linearly with the text (https://github.com/google/re2/wiki/Syntax).
 *
 * @throws for an invalid pattern.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  return (text) => compiled.matcher(text).find();
}
