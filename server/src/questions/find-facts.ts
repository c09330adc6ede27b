import { answerText, plainText } from './answer-text.ts';
import { commandsIn, inlineCommand } from './commands.ts';
import type { PageParts, Span } from './page-parts.ts';

/** More facts make a question fail on rewrites that change no answer. */
const mostFacts = 3;

/** A longer line is seldom written the same way twice. */
const mostCharacters = 120;

/** Each is searched for in the whole page. */
const mostCandidates = 200;

/** A page as written, and as questions read it. */
export interface PageText {
  source: string;
  text: string;
}

export function pageText(source: string): PageText {
  return { source, text: answerText(source) };
}

/**
 * Returns what an answer in this part of a page must contain, the most specific first: commands in blocks of code and
 * in sentences, names of options, paths, keys, and last numbers with their units. Each is found in the page as a
 * question finds it; none contains another.
 */
export function findFacts({ source, text }: PageText, page: PageParts, within: Span): string[] {
  const chosen: { fact: string; plain: string }[] = [];
  for (const fact of candidatesIn(source, page, within).slice(0, mostCandidates)) {
    if (chosen.length === mostFacts) break;
    const plain = plainText(fact);
    const isNew = !chosen.some((other) => other.plain.includes(plain) || plain.includes(other.plain));
    if (isShown(fact) && plain.length > 1 && isNew && text.includes(plain)) chosen.push({ fact, plain });
  }
  return chosen.map(({ fact }) => fact);
}

/** What people do not see they would not write again. */
function isShown(fact: string): boolean {
  return fact.length <= mostCharacters && !/[\p{Cc}\p{Cf}]/u.test(fact);
}

function candidatesIn(source: string, { frontMatter, code }: PageParts, within: Span): string[] {
  const from = Math.max(within.start, frontMatter?.end ?? 0);
  const spans = code.filter(({ start, end }) => start >= from && end <= within.end);
  const pieces = spans.map(({ start, end }) => source.slice(start, end));
  const inline = pieces.flatMap((piece) => inlineCode.exec(piece)?.[2]?.trim() ?? []);
  return [
    ...pieces.flatMap(commandsIn),
    ...inline.flatMap((piece) => inlineCommand(piece) ?? []),
    ...optionKinds.flatMap((form) => inline.flatMap((piece) => form.exec(piece)?.[1] ?? [])),
    ...numbersIn(proseBetween(source, spans, { start: from, end: within.end })),
  ];
}

const inlineCode = /^(`{1,3})(?!`)([^`\n]{1,200})\1$/;

/** What is written as inline code and says more than a word, the most specific first. Placeholders are left out. */
const optionKinds = [
  // Variables of the environment: `COPYDESK_DATA_DIR`, `PORT_A=80`.
  /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=.*)?$/,
  // Options of commands: `--limit 10`.
  /^(--[a-z][\w-]+)(?:[= ].*)?$/,
  // Routes: `GET /v1/jobs/{id}`.
  /^((?:(?:GET|POST|PUT|PATCH|DELETE|HEAD) )?\/[\w{}:.~/-]{2,})$/,
  // Files and keys: `config.yaml`, `docs/install.md`, `limits.usdPerMonth`.
  /^(?=.*[A-Za-z])([./]{0,3}[\w@-]+(?:[./]+[\w@-]+)+)(?:\(\))?$/,
  // Names in programs: `docsFolder`, `docs_folder`, `docs-folder`.
  /^(?=.*(?:[a-z\d][A-Z]|[_-]))([A-Za-z][\w-]*[A-Za-z\d])(?:\(\))?$/,
];

/** Returns the text between the spans, without marks of emphasis. */
function proseBetween(source: string, spans: readonly Span[], within: Span): string {
  let prose = '';
  let end = within.start;
  for (const span of spans) {
    prose += `${source.slice(end, span.start)} `;
    end = Math.max(end, span.end);
  }
  return (prose + source.slice(end, within.end)).replaceAll(/\*+|__+/g, '');
}

function numbersIn(prose: string): string[] {
  return [...prose.matchAll(amount), ...prose.matchAll(numberedName)]
    .toSorted((one, other) => one.index - other.index)
    .map(([text]) => text.replace(/[.,]+$/, ''));
}

/** `10 MB`, `1,000 requests`, `99.9 %`. The number is bounded, so the pattern is linear. */
const amount =
  /(?<![\w.,/-])\d[\d.,]{0,15}[ \u{A0}]?(?:%|(?:ms|s|min|h|[kKMGT]i?B|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes?|characters?|requests?|tokens?|files?|pages?|users?)(?![\w/-]))/gu;

/** `port 8080`, `version 3.2`. */
const numberedName = /\b(?:ports?|versions?) \d[\d.]{0,15}/gi;
