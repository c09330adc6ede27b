/**
 * Rules for agents that use the user agent of a browser or an HTTP library, but can be recognised by their Accept
 * header. No browser asks for Markdown. The header is compared without white space, in lower case.
 */
export interface AcceptRule {
  id: string;
  accept: string;
  agent: string;
  operator: string;
  source: string;
  date: string;
}

const date = '2026-11-21';
const status = 'https://acceptmarkdown.com/status.md';
const openCode = 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/tool/webfetch.ts';

export const acceptRules: readonly AcceptRule[] = [
  {
    id: 'accept-claude-code',
    accept: 'text/markdown,text/html,*/*',
    agent: 'Claude Code',
    operator: 'Anthropic',
    source: status,
    date,
  },
  {
    id: 'accept-cursor',
    accept: 'text/markdown,text/plain;q=0.9,*/*;q=0.8',
    agent: 'Cursor',
    operator: 'Anysphere',
    source: status,
    date,
  },
  {
    // It sends the user agent of Googlebot, although it is not Googlebot.
    id: 'accept-cursor-browser',
    accept:
      'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,application/xml;q=0.7,image/webp;q=0.6,*/*;q=0.5',
    agent: 'Cursor',
    operator: 'Anysphere',
    source: status,
    date,
  },
  {
    id: 'accept-opencode-text',
    accept: 'text/plain;q=1.0,text/markdown;q=0.9,text/html;q=0.8,*/*;q=0.1',
    agent: 'OpenCode',
    operator: 'Anomaly',
    source: openCode,
    date,
  },
  {
    id: 'accept-opencode-markdown',
    accept: 'text/markdown;q=1.0,text/x-markdown;q=0.9,text/plain;q=0.8,text/html;q=0.7,*/*;q=0.1',
    agent: 'OpenCode',
    operator: 'Anomaly',
    source: openCode,
    date,
  },
  {
    id: 'accept-opencode-html',
    accept: 'text/html;q=1.0,application/xhtml+xml;q=0.9,text/plain;q=0.8,text/markdown;q=0.7,*/*;q=0.1',
    agent: 'OpenCode',
    operator: 'Anomaly',
    source: openCode,
    date,
  },
];
