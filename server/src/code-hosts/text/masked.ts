/**
 * Returns a line of a program's output without what looks like a secret: tokens of well-known services by their format,
 * and the text after a name such as `password`. Hosts hide the secrets that they know; programs print others.
 *
 * @param line at most 2,000 characters: a pattern that starts at each word takes quadratic time.
 */
export function masked(line: string): string {
  let plain = line.replaceAll(inAddress, '$1…@').replaceAll(named, '$1$2…').replaceAll(scheme, '$1 …');
  for (const form of forms) plain = plain.replaceAll(form, '…');
  return plain;
}

const inAddress = /(\bhttps?:\/\/)[^\s/@]{1,300}@/gi;

const named =
  /(?<![a-z0-9])((?:password|passwd|secret|private[_-]?key|api[_-]?key|access[_-]?key|(?:access|auth|refresh)[_-]?token|authorization)["']?)(\s{0,3}[:=]\s{0,3}["']?)[^\s"',;]{8,}/gi;

const scheme = /\b(bearer|basic)\s{1,3}[\w+/=.~-]{16,}/gi;

const forms = [
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bgl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-[\w-]{20,}/g,
  /\bxox[a-z]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\b(?:sk|rk|pk)[-_](?:[a-z]{2,8}[-_])?[\w-]{20,}/g,
  /\bAT(?:ATT|CTT)3[\w=-]{20,}/g,
  /\bATBB[A-Za-z0-9]{24,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bpypi-[\w-]{20,}/g,
  /\bdop_v1_[a-f0-9]{30,}/g,
  /\beyJ[\w-]{10,600}\.[\w-]{10,}\.[\w-]*/g,
];
