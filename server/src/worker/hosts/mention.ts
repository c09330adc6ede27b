/**
 * Returns what a comment asks of Copydesk: its text without the mention, or undefined when it does not address
 * Copydesk. Text in code, in quotes or in HTML comments addresses no one, as at the hosts themselves.
 *
 * @param mention the name that is addressed, without the @.
 */
export function requestOf(body: string, mention: string): string | undefined {
  const text = body.replaceAll('\r\n', '\n');
  const name = mention.replaceAll(/[^\w]/g, '\\$&');
  // Not the end of an e-mail address, nor the beginning of another name or of a team's.
  const addressed = new RegExp(`(?<![\\w@/.+-])@${name}(?![\\w/-]|\\.\\w)`, 'giu');
  const spoken = spokenPart(text);
  const places = [...spoken.matchAll(addressed)].map(({ index }) => index);
  if (places.length === 0) return undefined;
  let request = '';
  let from = 0;
  for (const place of places) {
    request += text.slice(from, place);
    const after = place + mention.length + 1;
    // The characters between the mention and the request when the mention begins a line.
    const [gap = ''] = /(?:^|\n)[ \t]*$/.test(text.slice(0, place))
      ? (/^[ \t]*[,:]?[ \t]*/.exec(text.slice(after)) ?? [])
      : [];
    from = after + gap.length;
  }
  return (request + text.slice(from)).trim();
}

/** Whether Copydesk wrote the comment. Its comments contain a mark that people do not see. */
export function isOwnComment(body: string): boolean {
  return withoutQuotes(body.replaceAll('\r\n', '\n')).includes('<!-- copydesk:');
}

/** Replaces text that addresses no one with blanks. Every character keeps its position. */
function spokenPart(text: string): string {
  const withoutBlocks = blankBlocks(text);
  const withoutComments = withoutBlocks
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, blank)
    .replaceAll(/<(pre|code|blockquote)\b[^>]{0,200}>[\s\S]*?(?:<\/\1\s*>|$)/gi, blank);
  // A run of backticks to the next run of the same length, within a paragraph.
  return withoutComments.replaceAll(/(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)/g, blank);
}

function blank(part: string): string {
  return part.replaceAll(/[^\n]/g, ' ');
}

/**
 * Blanks fenced code, up to the end when a fence stays open; quoted lines, and what GitLab quotes between lines of
 * `>>>`; and lines that are indented as code. All of these may stand in lists.
 */
function blankBlocks(text: string): string {
  const blocks = new Blocks();
  return text
    .split('\n')
    .map((line) => (blocks.contain(line) ? blank(line) : line))
    .join('\n');
}

/** The blocks of a comment, line by line. */
class Blocks {
  #fence: string | undefined;
  #isAfterBlank = true;
  #isInList = false;
  #isBetweenQuotes = false;

  /** Whether the next line is in a block that addresses no one. */
  contain(line: string): boolean {
    if (this.#isFenced(line)) return true;
    if (line.trim() === '>>>') this.#isBetweenQuotes = !this.#isBetweenQuotes;
    const isIndented = /^(?: {4}|\t)/.test(line);
    const isCode = this.#isAfterBlank && isIndented && !this.#isInList;
    this.#isAfterBlank = line.trim() === '' || isCode;
    // What is indented below a list item is its next paragraph.
    if (line.trim() !== '' && !isIndented) this.#isInList = /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line);
    return isCode || this.#isBetweenQuotes || isQuoted(line);
  }

  /** Whether the line opens or closes a fence, or is between its ends. */
  #isFenced(line: string): boolean {
    const content = line.replace(listMarks, '');
    const [, mark] = /^(`{3,}|~{3,})/.exec(content) ?? [];
    if (this.#fence !== undefined) {
      if (mark?.startsWith(this.#fence) === true && content.trim() === mark) this.#fence = undefined;
      return true;
    }
    if (mark === undefined || isCodeSpan(mark, content)) return false;
    this.#fence = mark;
    return true;
  }
}

/** Whether backticks at the beginning of a line are those of code within it. */
function isCodeSpan(mark: string, content: string): boolean {
  return mark.startsWith('`') && content.trim().slice(mark.length).includes('`');
}

/** List marks before the content of a line. */
const listMarks = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*/;

function isQuoted(line: string): boolean {
  return line.replace(listMarks, '').startsWith('>');
}

function withoutQuotes(text: string): string {
  return text
    .split('\n')
    .filter((line) => !isQuoted(line))
    .join('\n');
}
