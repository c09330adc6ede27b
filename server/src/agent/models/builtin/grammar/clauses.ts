import type { Clause, Token } from './instruction.ts';
import { politeLength, withoutPoliteness } from './politeness.ts';
import { readTokens } from './tokens.ts';
import { addingVerbs, beginsInstruction } from './verbs.ts';

/**
 * Splits a prompt into clauses, one for each instruction: at line breaks, at `;`, at the end of a sentence, and at
 * `and`, `then` or a comma before another instruction. Polite phrases are left out.
 */
export function readClauses(prompt: string): Clause[] {
  const tokens = readTokens(prompt);
  const clauses: Clause[] = [];
  let current: Token[] = [];
  const close = () => {
    const kept = withoutPoliteness(current);
    if (kept.length > 0) clauses.push({ tokens: kept, source: prompt });
    current = [];
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    const text = freeText(prompt, tokens, index, current);
    if (text !== undefined) {
      current.push(...text.tokens);
      index += text.length - 1;
    } else if (endsClause(tokens, index)) {
      close();
    } else if (token.kind !== 'newline') {
      current.push(token);
    }
  }
  close();
  return clauses;
}

function endsClause(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind === 'newline') return !continuesLine(tokens, index);
  if (token?.kind === 'mark') return endsAtMark(token.text, tokens, index + 1);
  if (token?.kind !== 'word' || !['and', 'then', '&', 'plus', 'also'].includes(token.text.toLowerCase())) return false;
  // `find and replace` is one verb.
  return !beginsInstruction(tokens[index - 1], token) && leadsToInstruction(tokens, index + 1);
}

function endsAtMark(mark: string, tokens: readonly Token[], after: number): boolean {
  if (mark === ';') return true;
  if (mark === ',') return leadsToInstruction(tokens, after);
  if (mark === ':') return tokens[after]?.kind === 'newline' || leadsToInstruction(tokens, after);
  const next = tokens[after];
  if (next === undefined || next.kind === 'newline') return true;
  return next.kind === 'word' && (/^\p{Lu}/u.test(next.text) || leadsToInstruction(tokens, after));
}

function leadsToInstruction(tokens: readonly Token[], start: number): boolean {
  const begin = start + politeLength(tokens.slice(start, start + longestOpening));
  return beginsInstruction(tokens[begin], tokens[begin + 1]);
}

const danglingWords = new Set('with by to into for in at after from the a an called titled named'.split(' '));
const continuingWords = new Set('with by to into in at after below including keeping preserving'.split(' '));

/**
 * Whether an instruction continues after a line break: a word is incomplete without the next one, or the next line
 * begins with a connecting word.
 */
function continuesLine(tokens: readonly Token[], index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  if (before?.kind === 'word' && danglingWords.has(before.text.toLowerCase())) return after?.kind !== 'newline';
  return before !== undefined && after?.kind === 'word' && continuingWords.has(after.text);
}

/**
 * Reads the text of a page to add: `with the text "…"`, or without quotes all the rest of the prompt, whatever it
 * contains. `length` is how many tokens of the prompt it takes.
 */
function freeText(
  prompt: string,
  tokens: readonly Token[],
  index: number,
  current: readonly Token[],
): { tokens: Token[]; length: number } | undefined {
  const first = tokens[index];
  const length = first?.kind === 'word' ? textPhrase(tokens, index) : 0;
  if (length === 0 || !addsPage(current)) return undefined;
  const phrase = tokens.slice(index, index + length);
  let next = index + length;
  while (tokens[next]?.kind === 'newline' || tokens[next]?.text === ':') next += 1;
  const content = tokens[next];
  if (content === undefined) return undefined;
  if (content.kind === 'quoted') return { tokens: [...phrase, content], length: next + 1 - index };
  // From the very beginning of its line: the bullet of a list belongs to the text.
  const from = Math.max(tokens[next - 1]?.end ?? 0, phrase.at(-1)?.end ?? 0);
  const text = prompt
    .slice(from)
    .replace(/^[ \t]*\r?\n/u, '')
    .replace(/^[ \t]+(?=\S)/u, '');
  return { tokens: [...phrase, { kind: 'text', text, start: from, end: prompt.length }], length: Infinity };
}

/** How far into a clause its verb and noun are searched, and how many words may lead to them. */
const longestOpening = 12;

function addsPage(current: readonly Token[]): boolean {
  const words = current
    .slice(0, longestOpening)
    .filter((token) => token.kind === 'word')
    .map((token) => token.text.toLowerCase());
  return words.some((word) => addingVerbs.includes(word)) && words.includes('page');
}

/**
 * Returns how many tokens make up `with the following text`, `containing`, `and the content`; 0 when they do not match.
 */
function textPhrase(tokens: readonly Token[], start: number): number {
  const word = (index: number) => {
    const token = tokens[index];
    return token?.kind === 'word' ? token.text.toLowerCase() : '';
  };
  if (['containing', 'saying', 'reading'].includes(word(start))) return 1;
  if (!['with', 'and'].includes(word(start))) return 0;
  let index = start + 1;
  const fill = new Set(['the', 'this', 'following', 'initial', 'body']);
  while (index < start + longestOpening && fill.has(word(index)) && word(index + 1) !== '') index += 1;
  return ['text', 'content', 'contents', 'body'].includes(word(index)) ? index + 1 - start : 0;
}
