import { ReaderRule, writeReaderRule } from '@copydesk/contract';
import type { UnknownReadersResult } from '@copydesk/contract';
import type { Evidence } from '../../classify/reader.ts';

type Mark = UnknownReadersResult['readers'][number]['mark'];

interface Counted {
  class: 'human' | 'bot';
  evidence: Evidence;
  /** The id of the rule that decided. */
  rule: string;
  views: number;
  steady: number;
}

/** Returns what is suspicious about a reader, and for how many of its views. */
export function marksOf(reader: Counted): { mark: Mark; of: number }[] {
  const { class: kind, evidence, rule, views, steady } = reader;
  const marks: { mark: Mark; of: number }[] = [];
  if (rule.startsWith('own-')) return marks;
  if (kind === 'bot') {
    if (rulesWithoutName.has(rule)) marks.push({ mark: 'no_name', of: views });
    if (steeredRules.has(rule)) marks.push({ mark: 'headless', of: views });
    return marks;
  }
  if (evidence.fetchMetadata === false && sendsFetchMetadata(evidence.userAgent)) {
    marks.push({ mark: 'no_fetch_metadata', of: views });
  }
  if (steady > 0) marks.push({ mark: 'steady', of: steady });
  return marks;
}

/** Rules that recognise only a pattern: nothing identifies the bot. */
const rulesWithoutName = new Set(['isbot', 'no-browser', 'no-user-agent', 'signature-agent-unknown']);
const steeredRules = new Set(['headless-chrome', 'playwright']);

/** The main version, as it is stored, from which each browser sends Sec-Fetch-*; unknown for other browsers. */
const since: readonly [product: RegExp, version: number][] = [
  [/\bFirefox\/(\d+)/, 90],
  [/\bChrome\/(\d+)/, 80],
  [/\bVersion\/(\d+) .*Safari\//, 17],
];

function sendsFetchMetadata(userAgent: string): boolean {
  const [found] = since.flatMap(([product, version]) => {
    const mainVersion = product.exec(userAgent)?.[1];
    return mainVersion === undefined ? [] : Number(mainVersion) >= version;
  });
  return found === true;
}

/** Returns a rule to start from, in the form of `--rule`; null when its pattern would also match most people. */
export function ruleFor(userAgent: string): string | null {
  const named =
    /compatible; ?([^\s;/()]{3,60})/i.exec(userAgent)?.[1] ?? /^(?!Mozilla\/)([^\s;/()]{3,60})/.exec(userAgent)?.[1];
  const pattern = named ?? /\b(?:Firefox|Chrome|Version)\/\d+/.exec(userAgent)?.[0] ?? '';
  const rule = ReaderRule.safeParse({ name: pattern.replaceAll('/', ' '), pattern, class: 'bot' });
  return rule.success ? writeReaderRule(rule.data) : null;
}
