import type { Purpose } from '@copydesk/contract';

/** A reader whose class is known, since its operator documents what it sends. */
export interface LabelledReader {
  class: 'human' | 'ai' | 'bot';
  agent: string | null;
  purpose: Purpose | null;
  userAgent: string;
  headers?: Record<string, string>;
}

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const fetchMetadata = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };

function person(userAgent: string): LabelledReader {
  return { class: 'human', agent: null, purpose: null, userAgent, headers: { accept: html, ...fetchMetadata } };
}

function ai(agent: string, purpose: Purpose, userAgent: string, accept?: string): LabelledReader {
  return { class: 'ai', agent, purpose, userAgent, headers: accept === undefined ? undefined : { accept } };
}

function bot(userAgent: string): LabelledReader {
  return { class: 'bot', agent: null, purpose: null, userAgent, headers: { accept: '*/*' } };
}

const compatible = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible;';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

/** Weighted: a more common reader is listed more often. */
export const labelledReaders: LabelledReader[] = [
  person(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`),
  person(`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome}`),
  person(`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`),
  person(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/143.0.0.0`),
  person('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'),
  person('Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'),
  person(
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  ),
  person(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ),
  person(
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  ),
  ai('GPTBot', 'training', `${compatible} GPTBot/1.3; +https://openai.com/gptbot)`, '*/*'),
  ai('ChatGPT-User', 'assistant', `${compatible} ChatGPT-User/1.0; +https://openai.com/bot)`, html),
  ai('OAI-SearchBot', 'search', `${compatible} OAI-SearchBot/1.3; +https://openai.com/searchbot)`, html),
  ai('ClaudeBot', 'training', `${compatible} ClaudeBot/1.0; +claudebot@anthropic.com)`),
  ai('Claude-User', 'assistant', `${compatible} Claude-User/1.0; +Claude-User@anthropic.com)`, html),
  ai(
    'Claude Code',
    'coding',
    'Claude-User (claude-code/2.1.260; +https://support.anthropic.com/)',
    'text/markdown, text/html, */*',
  ),
  ai('Claude Code', 'coding', 'axios/1.8.4', 'text/markdown, text/html, */*'),
  ai('Cursor', 'coding', `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'text/markdown, text/plain;q=0.9, */*;q=0.8'),
  ai('PerplexityBot', 'search', `${compatible} PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`, html),
  ai('Perplexity-User', 'assistant', `${compatible} Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)`),
  ai('CCBot', 'training', 'CCBot/2.0 (https://commoncrawl.org/faq/)', html),
  bot('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
  bot('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'),
  bot('Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'),
  bot('Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'),
  bot('Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'),
  bot('curl/8.12.1'),
  bot('python-requests/2.32.3'),
];
