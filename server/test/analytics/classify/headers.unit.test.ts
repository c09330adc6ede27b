import { describe, expect, test } from 'vitest';
import { prefersMarkdown } from '../../../src/analytics/classify/accept.ts';
import { released } from './released.ts';
import { openClassifier } from '../../../src/analytics/classify/classifier.ts';
import type { PageRequest, Verdict } from '../../../src/analytics/classify/reader.ts';
import { pageRequest, browserAccept, chrome } from './page-request.ts';

const classifier = openClassifier({ judge: released, now: () => new Date('2026-11-21T00:00:00Z') });

function verdictOn(given: Partial<PageRequest>): Verdict {
  const reader = classifier.classify(pageRequest(given));
  if (reader instanceof Promise) throw new Error('nothing is fetched here');
  return reader.verdict;
}

const signedBy = (value: string): Verdict => verdictOn({ headers: { ...navigation, 'signature-agent': value } });

const navigation = { accept: browserAccept, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

test("a request of VS Code is not a person's; if it asks for Markdown, it is a coding agent's", () => {
  const userAgent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.115.0 Chrome/142.0.7444.265 Electron/39.8.5 Safari/537.36';
  expect(verdictOn({ userAgent })).toMatchObject({ class: 'bot', agent: 'VS Code', operator: 'Microsoft' });
  const asking = { accept: 'text/markdown, */*;q=0.1' };
  expect(verdictOn({ userAgent, headers: asking })).toMatchObject({ class: 'ai', purpose: 'coding' });
});

describe('coding agents are recognised by their Accept header', () => {
  test.each([
    ['axios/1.8.4', 'text/markdown, text/html, */*', 'Claude Code'],
    [chrome, 'text/markdown, text/plain;q=0.9, */*;q=0.8', 'Cursor'],
    [
      googlebot,
      'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,application/xml;q=0.7,image/webp;q=0.6,*/*;q=0.5',
      'Cursor',
    ],
    [chrome, 'text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1', 'OpenCode'],
    [chrome, 'text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1', 'OpenCode'],
    [
      chrome,
      'text/html;q=1.0, application/xhtml+xml;q=0.9, text/plain;q=0.8, text/markdown;q=0.7, */*;q=0.1',
      'OpenCode',
    ],
    [chrome, 'text/markdown', 'Unnamed agent'],
    ['python-httpx/0.28.1', 'text/markdown, text/html;q=0.9', 'Unnamed agent'],
    ['some-tool/0.3', 'text/markdown', 'Unnamed agent'],
  ])('%s with %s is %s', (userAgent, accept, agent) => {
    const verdict = verdictOn({ userAgent, headers: { accept } });
    expect(verdict).toMatchObject({ class: 'ai', agent, purpose: 'coding', verification: 'unverifiable' });
  });

  test('a user agent that names its reader decides before the Accept header', () => {
    const headers = { accept: 'text/markdown, text/html, */*' };
    const userAgent = 'Claude-User (claude-code/2.1.260; +https://support.anthropic.com/)';
    expect(verdictOn({ userAgent, headers })).toMatchObject({ rule: 'claude-code' });
    expect(verdictOn({ userAgent: googlebot, headers: { accept: 'text/markdown' } })).toMatchObject({ class: 'bot' });
  });
});

describe('a request for Markdown is never a person’s', () => {
  test('a browser that prefers Markdown is controlled by AI', () => {
    const headers = { ...navigation, accept: 'text/markdown, text/html;q=0.9' };
    expect(verdictOn({ headers })).toMatchObject({ class: 'ai', purpose: 'other', rule: 'accept-markdown-in-browser' });
  });

  test('a browser at a .md path counts as AI, and a library stays what it is', () => {
    expect(verdictOn({ markdownPath: true })).toMatchObject({ class: 'ai', purpose: 'other', rule: 'markdown-path' });
    expect(verdictOn({ markdownPath: true, headers: navigation })).toMatchObject({ class: 'ai' });
    expect(verdictOn({ markdownPath: true, userAgent: 'curl/8.5.0' })).toMatchObject({ class: 'bot', agent: 'curl' });
    expect(verdictOn({ markdownPath: true, userAgent: 'GPTBot/1.3' })).toMatchObject({ agent: 'GPTBot' });
  });
});

test('a browser with its headers, without, or with none known is a person', () => {
  expect(verdictOn({ headers: navigation })).toMatchObject({ class: 'human', rule: 'browser' });
  expect(verdictOn({ headers: { accept: browserAccept } })).toMatchObject({ class: 'human' });
  expect(verdictOn({ headers: {} })).toMatchObject({ class: 'human' });
  expect(verdictOn({ headers: undefined })).toMatchObject({ class: 'human' });
  expect(verdictOn({ headers: { accept: '*/*', 'sec-fetch-mode': 'cors' } })).toMatchObject({ class: 'human' });
});

test('a request without a user agent comes from a program', () => {
  expect(verdictOn({ userAgent: '' })).toMatchObject({ class: 'bot', agent: null, rule: 'no-user-agent' });
});

describe('Signature-Agent without a checked signature', () => {
  test.each([
    ['"https://chatgpt.com"', 'ChatGPT agent'],
    ['https://chatgpt.com', 'ChatGPT agent'],
    ['g="https://agent.bot.goog"', 'Google-Agent'],
    ['"https://xhah6q48pbxb4.keydirectory.signer.us-east-1.on.aws"', 'AgentCore Browser'],
  ])('%s claims to be %s', (signatureAgent, agent) => {
    const verdict = verdictOn({ headers: { ...navigation, 'signature-agent': signatureAgent } });
    expect(verdict).toMatchObject({ class: 'ai', agent, purpose: 'assistant', verification: 'claimed' });
  });

  test('an unknown signer, or one that does not serve AI, is a bot', () => {
    expect(signedBy('"https://agent.example"')).toMatchObject({ class: 'bot', rule: 'signature-agent-unknown' });
    expect(signedBy('"https://ecp.yusercontent.com"')).toMatchObject({ class: 'bot', agent: 'YahooMailProxy' });
    expect(signedBy('"https://evil.lambda-url.us-east-1.on.aws"')).toMatchObject({ class: 'bot' });
    expect(signedBy('nonsense;;')).toMatchObject({ class: 'bot' });
  });

  test('the user agent of another operator decides before Signature-Agent', () => {
    const headers = { 'signature-agent': '"https://chatgpt.com"' };
    expect(verdictOn({ userAgent: 'ClaudeBot/1.0', headers })).toMatchObject({ agent: 'ClaudeBot' });
  });
});

test.each([
  ['text/markdown', true],
  ['text/markdown, text/html, */*', true],
  ['text/html, text/markdown', false],
  ['text/html;q=0.8, text/markdown', true],
  ['text/markdown;q=0.5, text/html', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=x, text/html', false],
  ['TEXT/Markdown ; Q=0.9 , text/html;q=0.8', true],
  ['*/*', false],
  ['', false],
])('whether "%s" prefers Markdown: %s', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected);
});
