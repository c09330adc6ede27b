import type MarkdownIt from 'markdown-it';

/**
 * Makes a renderer align the cells of a table by attributes. By default it writes style attributes, which the policy of
 * the pages refuses, with a line in the console for every cell.
 */
export function alignCells(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  for (const name of ['th_open', 'td_open'] as const) {
    rules[name] = (tokens, index) => {
      const token = tokens[index];
      const side = /^text-align:(left|center|right)$/.exec(token?.attrGet('style') ?? '')?.[1];
      const tag = name === 'th_open' ? 'th' : 'td';
      return side === undefined ? `<${tag}>` : `<${tag} align="${side}">`;
    };
  }
}
