import UserAgent from 'user-agents';

/** A reader of pages, as a server's middleware describes the request. */
export interface MadeReader {
  userAgent: string;
  headers: Record<string, string>;
}

const peoplesHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};

/**
 * Returns people with browsers. Their user agents are drawn from those in use in the world, so common ones occur more
 * than once.
 */
export function people(count: number): MadeReader[] {
  return Array.from({ length: count }, () => ({ userAgent: new UserAgent().toString(), headers: peoplesHeaders }));
}

const anything = { accept: '*/*' };
const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const webKit = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko;';
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0';

/** Agents of AI products, in the forms in which they occur. */
export const agents: MadeReader[] = [
  { userAgent: `${webKit} compatible; GPTBot/1.3; +https://openai.com/gptbot)`, headers: anything },
  { userAgent: `${webKit} compatible; ChatGPT-User/1.0; +https://openai.com/bot)`, headers: html },
  { userAgent: `${chrome} Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot`, headers: html },
  { userAgent: `${webKit} compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`, headers: anything },
  { userAgent: `${webKit} compatible; Claude-User/1.0; +Claude-User@anthropic.com)`, headers: html },
  { userAgent: `${webKit} compatible; Claude-SearchBot/1.0; +https://www.anthropic.com)`, headers: anything },
  {
    userAgent: 'Claude-User (claude-code/2.1.260; +https://support.anthropic.com/)',
    headers: { accept: 'text/markdown, text/html, */*' },
  },
  { userAgent: 'axios/1.8.4', headers: { accept: 'text/markdown, text/html, */*' } },
  { userAgent: 'node', headers: { accept: 'text/markdown, text/plain;q=0.9, */*;q=0.8' } },
  {
    userAgent: `${chrome} Safari/537.36`,
    headers: { accept: 'text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1' },
  },
  { userAgent: `${webKit} compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`, headers: anything },
  { userAgent: `${webKit} compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)`, headers: html },
  {
    userAgent: 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    headers: anything,
  },
  {
    userAgent:
      'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    headers: html,
  },
  { userAgent: 'CCBot/2.0 (https://commoncrawl.org/faq/)', headers: html },
  {
    userAgent: `${webKit} compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36`,
    headers: anything,
  },
  { userAgent: `${webKit} compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)`, headers: html },
  { userAgent: 'DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)', headers: html },
];

/** Automated readers that are not AI. */
export const bots: MadeReader[] = [
  { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', headers: html },
  { userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', headers: anything },
  { userAgent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', headers: html },
  { userAgent: 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)', headers: html },
  { userAgent: 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', headers: html },
  { userAgent: 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', headers: anything },
  { userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', headers: anything },
  { userAgent: 'curl/8.12.1', headers: anything },
  { userAgent: 'python-requests/2.32.3', headers: anything },
  { userAgent: 'Go-http-client/2.0', headers: {} },
];
