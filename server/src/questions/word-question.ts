import { isMap, parseDocument } from 'yaml';
import type { PageParts, Span } from './page-parts.ts';

/** A question in words, and the part of the page in which its answer should be. */
export interface WordedQuestion {
  text: string;
  within: Span;
}

/** A longer title or heading is a sentence of the page, and no name for what it is about. */
const mostCharacters = 150;

/** Deeper headings are details, and so are those after so many. */
const deepestHeading = 3;
const mostHeadings = 50;

/**
 * Returns questions that a page answers, the best first: its headings that are questions, each with its section, then
 * what its title says to do or names, then headings that only begin like questions. No model is involved: the same page
 * always gives the same questions.
 */
export function wordQuestions(path: string, source: string, page: PageParts): WordedQuestion[] {
  const whole = { start: page.frontMatter?.end ?? 0, end: source.length };
  const title = titleOf(path, page);
  const ofTitle = asQuestion(title) ?? questionOfDefinition(title, page.firstParagraph) ?? questionOfAction(title);
  const titled = ofTitle === undefined ? [] : [{ text: ofTitle, within: whole }];
  if (isQuestion(title)) return titled;
  const headings = questionHeadings(title, source, page);
  return [
    ...headings.filter(({ isWritten }) => isWritten),
    ...titled,
    ...headings.filter(({ isWritten }) => !isWritten),
    { text: `What do I need to know about “${title}”?`, within: whole },
  ];
}

/** Returns the headings that are phrased as questions, and whether their authors wrote the question mark. */
function questionHeadings(
  title: string,
  source: string,
  { headings }: PageParts,
): (WordedQuestion & { isWritten: boolean })[] {
  return headings.slice(0, mostHeadings).flatMap((heading, index) => {
    const tidied = tidy(heading.text);
    const question = heading.depth > deepestHeading ? undefined : asQuestion(tidied);
    if (question === undefined) return [];
    // "What was tried?" is a question only beside the title of its page.
    const isClear = question.toLowerCase().includes(title.toLowerCase());
    const within = sectionOf(headings, index, source.length);
    return [{ text: isClear ? question : `${title}: ${question}`, within, isWritten: isQuestion(tidied) }];
  });
}

function isQuestion(text: string): boolean {
  return /\p{L}.*[?？]$/u.test(text);
}

/** Returns the title in the front matter, the first heading of the highest level, or words from the path. */
function titleOf(path: string, { frontMatter, headings }: PageParts): string {
  const [first] = headings.toSorted((one, other) => one.depth - other.depth || one.start - other.start);
  const found = [frontMatter && titleIn(frontMatter.yaml), first?.text].map((text) => tidy(text ?? ''));
  return found.find((text) => text !== '' && text.length <= mostCharacters) ?? subjectOfPath(path);
}

/** Parses only the line of the title: front matter of a hostile page must not keep the thread busy. */
function titleIn(yaml: string): string | undefined {
  const [line = ''] = /^title:[^\n]{1,300}$/m.exec(yaml) ?? [];
  const document = parseDocument(line);
  const title: unknown =
    document.errors.length === 0 && isMap(document.contents) ? document.contents.get('title') : undefined;
  return typeof title === 'string' ? title : undefined;
}

/** `docs/set-up/index.md` is about `set up`. */
function subjectOfPath(path: string): string {
  const parts = path.replace(/\.\w+$/, '').split('/');
  if (/^(?:index|readme|_index)$/i.test(parts.at(-1) ?? '') && parts.length > 1) parts.pop();
  return (parts.at(-1) ?? path).replaceAll(/[-_]+/g, ' ').trim().slice(0, mostCharacters).toWellFormed();
}

function tidy(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replace(/[.:!]$/, '');
}

function sectionOf(headings: PageParts['headings'], index: number, end: number): Span {
  const heading = headings[index];
  if (heading === undefined) return { start: end, end };
  const next = headings.slice(index + 1).find(({ depth }) => depth <= heading.depth);
  return { start: heading.end, end: next?.start ?? end };
}

/** Returns a text as a question if it is phrased as one; undefined otherwise. */
function asQuestion(text: string): string | undefined {
  if (text === '' || text.length > mostCharacters) return undefined;
  if (isQuestion(text)) return text;
  const [, word = '', act] = /^(how|what|when|where) to (\S.*)$/i.exec(text) ?? [];
  if (act !== undefined) return `${word} do I ${act}?`;
  const [, subject, verb] = /^how (\S.*) (works?)$/i.exec(text) ?? [];
  if (subject !== undefined) return `How ${verb?.toLowerCase() === 'work' ? 'do' : 'does'} ${subject} work?`;
  return questionStart.test(text) ? `${text}?` : undefined;
}

const questionStart =
  /^(?:how|what|which|where|when|why|who) (?:do|does|did|can|could|should|is|are|was|were|will|must|may|has|have)\b./i;

/** A first paragraph "A webhook is …" below the title "Webhook" answers "What is a webhook?". */
function questionOfDefinition(title: string, firstParagraph = ''): string | undefined {
  const [, article = ''] = /^(an? |the )?/i.exec(firstParagraph) ?? [];
  const rest = firstParagraph.slice(article.length);
  if (title === '' || !rest.toLowerCase().startsWith(`${title.toLowerCase()} `)) return undefined;
  const [, verb] = /^(is|are) /.exec(rest.slice(title.length + 1)) ?? [];
  return verb && `What ${verb} ${article.toLowerCase()}${rest.slice(0, title.length)}?`;
}

/** "Install the command" and "Installing the command" answer "How do I install the command?". */
function questionOfAction(title: string): string | undefined {
  const [first = '', next, ...others] = title.split(' ');
  const word = first.toLowerCase();
  const rest = [next, ...others].filter((one) => one !== undefined);
  const verb = gerunds.get(word) ?? (isAction(word, next) ? word : undefined);
  return verb && `How do I ${[verb, ...rest].join(' ')}?`;
}

function isAction(word: string, next: string | undefined): boolean {
  if (next === undefined) return false;
  return verbs.has(word) || (nounsToo.has(word) && afterVerbs.has(next.toLowerCase()));
}

const verbs = new Set(
  (
    'install configure create add write connect enable disable remove delete migrate manage customize customise ' +
    'authenticate integrate publish upload download restore move rename replace convert develop contribute choose ' +
    'troubleshoot send receive generate define handle protect invite verify edit extend embed translate'
  ).split(' '),
);

/** "Test mode" and "Release notes" are no actions, "Test the server" is one: the next word decides. */
const nounsToo = new Set(
  (
    'access back build change deploy design export get host import log monitor operate plan query release report run ' +
    'search set sign start stop test update upgrade use debug secure'
  ).split(' '),
);

const afterVerbs = new Set(
  'a an the your it its this with on in into out from to up down and all another started'.split(' '),
);

const gerunds = new Map(
  [...verbs, ...nounsToo].flatMap((verb) =>
    [verb, verb.replace(/e$/, ''), verb + (verb.at(-1) ?? '')].map((stem): [string, string] => [`${stem}ing`, verb]),
  ),
);
