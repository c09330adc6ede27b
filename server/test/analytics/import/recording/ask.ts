/** What a request counts as, as judged by a person. */
export type Label =
  | { page: string; as: 'human' | 'ai' | 'bot' }
  | { missing: string; as: 'human' | 'ai' | 'bot' }
  | { drop: 'not_a_page' | 'not_served' | 'method' | 'prefetch' | 'path_too_long' | 'invalid_characters' };

/** A request as a client sends it, and a person's judgement of it. */
export interface Ask {
  /** The first line without the version, byte for byte: `GET /docs/`. */
  line: string;
  /** In addition to Host and User-Agent. */
  headers?: Record<string, string>;
  userAgent?: string;
  /** How often in sequence, over one connection. */
  times?: number;
  label: Label;
  /** What it counts as when the log contains headers, if that differs. */
  withHeaders?: Label;
}

/** A request that was sent, with the status of the response. */
export interface MadeRequest {
  line: string;
  userAgent: string;
  status: number;
  label: Label;
  withHeaders: Label;
}

export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const gptBot = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const claudeBot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const chatGpt =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** What browsers send with a click. */
const clicked = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Language': 'en-GB,en;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'same-origin',
};
const person = { userAgent: chrome, headers: clicked };
const human = (page: string): Label => ({ page, as: 'human' });
const ai = (page: string): Label => ({ page, as: 'ai' });
const bot = (page: string): Label => ({ page, as: 'bot' });

/** Requests of all kinds to the site of {@link makeSite}, each with what it counts as, judged by a person. */
export const asks: Ask[] = [
  { ...person, line: 'GET /', label: human('/') },
  // Five identical requests within a second: their log lines are identical to the byte.
  { ...person, line: 'GET /docs/', times: 5, label: human('/docs') },
  { ...person, line: 'GET /docs', label: { drop: 'not_served' } },
  { ...person, line: 'GET /docs/index.html', label: human('/docs') },
  { ...person, line: 'GET /docs/install.html', label: human('/docs/install') },
  { ...person, line: 'GET /docs/install.html?utm_source=chatgpt.com&x="1"', label: human('/docs/install') },
  { ...person, line: 'GET /docs//install.html', label: human('/docs/install') },
  { ...person, line: 'GET /docs/./../docs/install.html', label: human('/docs/install') },
  { ...person, line: 'GET /docs/%69nstall.html', label: human('/docs/install') },
  { ...person, line: 'GET http://docs.example.com/docs/install.html', label: human('/docs/install') },
  {
    userAgent: firefox,
    headers: { ...clicked, 'If-Modified-Since': 'Fri, 31 Dec 2038 23:59:59 GMT' },
    line: 'GET /docs/install.html',
    label: human('/docs/install'),
  },
  { userAgent: safari, headers: { ...clicked, Range: 'bytes=0-9' }, line: 'GET /docs/', label: human('/docs') },
  {
    userAgent: safari,
    headers: { ...clicked, Referer: 'https://search.example/?q="a b"\\' },
    line: 'GET /docs/',
    label: human('/docs'),
  },
  {
    userAgent: chrome,
    headers: { ...clicked, Authorization: `Basic ${Buffer.from('john doe:secret').toString('base64')}` },
    line: 'GET /docs/',
    label: human('/docs'),
  },
  { userAgent: firefox, headers: clicked, line: 'GET /docs/caf%C3%A9.html', label: human('/docs/café') },
  { userAgent: firefox, headers: clicked, line: 'GET /docs/café.html', label: human('/docs/café') },
  { ...person, line: 'GET /docs/with%20space.html', label: human('/docs/with%20space') },
  { ...person, line: 'GET /docs/quote%22.html', label: human('/docs/quote"') },
  { ...person, line: 'GET /docs/quote".html', label: human('/docs/quote"') },
  { ...person, line: 'GET /docs/gone.html', label: { missing: '/docs/gone', as: 'human' } },
  { ...person, line: 'GET /docs/%ff.html', label: { missing: '/docs/%FF', as: 'human' } },
  { ...person, line: `GET /docs/${'long/'.repeat(600)}`, label: { drop: 'path_too_long' } },
  { ...person, line: 'HEAD /docs/', label: { drop: 'method' } },
  { ...person, line: 'POST /docs/', label: { drop: 'method' } },
  { ...person, line: 'OPTIONS *', label: { drop: 'method' } },
  { ...person, line: 'GET /assets/site.css', label: { drop: 'not_a_page' } },
  { ...person, line: 'GET /assets/site.js?v=1.2', label: { drop: 'not_a_page' } },
  { ...person, line: 'GET /assets/logo.png', label: { drop: 'not_a_page' } },
  { ...person, line: 'GET /favicon.ico', label: { drop: 'not_a_page' } },
  {
    userAgent: chrome,
    headers: { ...clicked, 'Sec-Purpose': 'prefetch' },
    line: 'GET /docs/install.html',
    label: human('/docs/install'),
    withHeaders: { drop: 'prefetch' },
  },
  // A coding agent that claims to be a browser: only its Accept header shows it.
  {
    userAgent: chrome,
    headers: { Accept: 'text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1' },
    line: 'GET /docs/install.html',
    label: human('/docs/install'),
    withHeaders: ai('/docs/install'),
  },
  { userAgent: gptBot, headers: { Accept: '*/*' }, line: 'GET /docs/', label: ai('/docs') },
  { userAgent: gptBot, line: 'GET /docs/gone.html', label: { missing: '/docs/gone', as: 'ai' } },
  { userAgent: claudeBot, line: 'GET /docs/install.md', times: 2, label: ai('/docs/install') },
  { userAgent: claudeBot, line: 'GET /llms.txt', label: ai('/llms.txt') },
  { userAgent: claudeBot, line: 'GET /robots.txt', label: { drop: 'not_a_page' } },
  { userAgent: chatGpt, line: 'GET /docs/caf%C3%A9.html', label: ai('/docs/café') },
  { userAgent: googlebot, line: 'GET /docs/', label: bot('/docs') },
  { userAgent: googlebot, line: 'GET /sitemap.xml', label: { drop: 'not_a_page' } },
  { userAgent: 'curl/8.14.1 "quoted" \\ ünïcode', line: 'GET /', label: bot('/') },
  { line: 'GET /', label: bot('/') },
];
