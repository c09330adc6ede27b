import type { Span } from '../tree.ts';
import { visitLinesOutsideFences } from './fences.ts';
import type { PageLink, PageToken } from './page-facts.ts';

/**
 * Blanks what MyST reads and Markdown does not: the fences of directives with prose, their options, and `(name)=`. The
 * length and every offset stay the same.
 */
export function maskForMyst(text: string): string {
  const blanks: Span[] = [];
  /** How the lines below the opening of a directive are read: `:key: value`, or YAML between dashes. */
  let options: 'none' | 'fields' | 'yaml' = 'none';
  const look = (start: number, end: number) => {
    const line = text.slice(start, end).trimEnd();
    const before = options;
    options = optionsAfter(options, line);
    if (options !== 'none' || before === 'yaml' || labelLine.test(line) || /^[ \t]*%/.test(line))
      blanks.push({ start, end });
    if (/^[ \t]*:{3,}[ \t]*\{/.test(line)) {
      blanks.push({ start, end });
      options = 'fields';
    }
  };
  visitLinesOutsideFences(text, look, (start, end, body) => {
    if (body === 'code') return;
    blanks.push({ start, end });
    options = text.slice(start, end).includes('{') ? 'fields' : 'none';
  });
  return blankSpans(text, blanks);
}

function optionsAfter(options: 'none' | 'fields' | 'yaml', line: string): 'none' | 'fields' | 'yaml' {
  const isDashes = /^[ \t]*---$/.test(line);
  if (options === 'yaml') return isDashes ? 'none' : 'yaml';
  if (options === 'none') return 'none';
  return isDashes ? 'yaml' : /^[ \t]*:[\w-]+:(?:[ \t]|$)/.test(line) ? 'fields' : 'none';
}

function blankSpans(text: string, spans: Span[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(done, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

const labelLine = /^[ \t]*\([^()]+\)=$/;

/**
 * Returns the names that a text gives to places in it: `(name)=`, `.. _name:`, `:name: name`, `{figure-md} name` and
 * `{#name}`. Lines are matched unmasked.
 */
export function namesIn(text: string): string[] {
  return [...text.matchAll(namePattern)].map((match) => {
    const name = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? '').trim();
    return /^(["']).+\1$/.test(name) ? name.slice(1, -1) : name;
  });
}

const namePattern =
  /^[ \t>]*\(([^()\n]+)\)=[ \t]*\r?$|^[ \t]*\.\. _`?([^`:\n][^`\n]*?)`?:[ \t]*\r?$|^[ \t]*:?(?:name|label):[ \t]+([^\n]+)$|^[ \t>]*(?:`{3,}|:{3,})[ \t]*\{figure-md\}[ \t]+(\S{1,200})|\{[^{}#\n]{0,100}#([\w:.-]{1,200})[^{}\n]{0,200}\}/gm;

/** Roles whose content names a page, a file or a place in a page. */
const roles = /\{(?:doc|ref|numref|any|download)\}$/;

const maximumTargetLength = 2_000;

/** Collects the links of MyST besides those of Markdown: roles, and the images that directives show. */
export function mystVisitor(text: string) {
  const links: PageLink[] = [];
  return {
    links,
    ids: namesIn(text).flatMap((name) => [name, name.toLowerCase(), docutilsId(name)]),
    /**
     * Returns whether a link is marked as external, `[text](target){.external}`:
     * myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html#customising-external-url-resolution
     */
    isExternal({ end }: PageLink): boolean {
      return text[end] === '{' && /^\{[^{}\n]{0,200}\.external\b/.test(text.slice(end, end + 210));
    },
    exit({ type, start, end }: PageToken) {
      if (type === 'codeText' && end - start <= maximumTargetLength) role(start, end);
    },
    finish() {
      visitLinesOutsideFences(text, directive, directive);
    },
  };

  function role(start: number, end: number): void {
    const name = roles.exec(text.slice(Math.max(0, start - 20), start))?.[0];
    if (name === undefined) return;
    const whole = { start: start - name.length, end };
    const source = text.slice(whole.start, end);
    const titled = /^\{\w+\}`+([\s\S]*?)[ \t\n]*<[^<>]*>`+$/.exec(source)?.[1];
    const label = labelOf(start, end, titled);
    links.push({ ...whole, span: whole, target: joinLines(source), kind: 'link', image: false, label });
  }

  function labelOf(start: number, end: number, titled: string | undefined): Span {
    const ticks = /^`+/.exec(text.slice(start, end))?.[0].length ?? 1;
    return { start: start + ticks, end: titled === undefined ? end - ticks : start + ticks + titled.length };
  }

  function directive(start: number, end: number): void {
    const line = text.slice(start, end);
    const match = /^[ \t>]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{(?:figure|image)\}[ \t]+(\S+)/.exec(line);
    const target = match?.[1];
    if (!match || target === undefined) return;
    const at = start + match[0].length - target.length;
    const span = { start: at, end: at + target.length };
    links.push({ ...span, span, target, kind: 'attribute', image: true, element: 'img', attribute: 'src' });
  }
}

/**
 * Does what `make_id` of Docutils does: docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization
 */
function docutilsId(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '');
}

/** Joins a target that spans lines, since candidates for targets are reported on one line. */
export function joinLines(target: string): string {
  return target.replace(/\s*\n\s*/g, ' ');
}
