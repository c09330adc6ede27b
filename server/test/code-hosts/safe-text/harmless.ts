import MarkdownIt from 'markdown-it';
import { expect } from 'vitest';
import { visibleText } from '@copydesk/contract/invisible';
import { safeMarkdown } from '../../../src/code-hosts/safe-text.ts';

const markdown = new MarkdownIt({ html: true, linkify: true });

/** Returns what a host searches in a description: the rendered text outside of code and links. */
function rendered(text: string): { html: string; text: string } {
  const html = markdown.render(text);
  const visible = html
    .replaceAll(/<pre>[^]*?<\/pre>|<code>[^]*?<\/code>|<a [^]*?<\/a>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x200b;/gi, '\u200B')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return { html, text: visible };
}

/** What has an effect at a host. */
export const live = [
  /(?<![A-Za-z0-9_])[@＠][A-Za-z0-9]/,
  /#\d/,
  /\bG[HL]-\d/i,
  /!\d/,
  /https?:\/\/[^\s>)]+\/(?:issues|pull|merge_requests)\/\d/,
  /\[(?:skip ci|ci skip|no ci|skip actions)\]/i,
  /^(?:co-authored|signed-off|reviewed)-by:/im,
];

/** Checks that a description made of the text has no effect, and that making it again changes nothing. */
export function expectHarmless(text: string): void {
  const safe = safeMarkdown(text);
  const { html, text: visible } = rendered(safe);
  for (const pattern of live) expect(visible).not.toMatch(pattern);
  expect(visibleText(safe)).toBe(safe);
  expect(html).not.toMatch(
    /<(?:img|picture|video|svg|style|script|iframe|a [^>]*href="(?:https?:)?\/\/[^"]*\/(?:issues|pull)\/\d)/i,
  );
  // GitLab searches for its commands in all but these.
  expect(safe.replaceAll(/^```[^]*?\n```$/gm, '')).not.toMatch(/^\/(?:close|assign|merge)(?:\s|$)/m);
  expect(safe).not.toMatch(/[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/);
  expect(safeMarkdown(safe)).toBe(safe);
}
