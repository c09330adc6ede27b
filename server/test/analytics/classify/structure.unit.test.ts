import { describe, expect, test } from 'vitest';
import { verdictOf } from './released.ts';

const compatible = (said: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${said})`;

describe('a program without its own rule is classified as claimed AI by the words in its user agent', () => {
  test.each([
    ['the host of a company', compatible('Example-Bot/1.0; +https://together.ai/'), 'host-together-ai', 'Together AI'],
    ['a mail address there', 'Example-Reader/2 (crawl@groq.com)', 'host-groq-com', 'Groq'],
    ['a mail address with a tag', 'Example-Reader/2 (doc+crawl@groq.com)', 'host-groq-com', 'Groq'],
    ['a host below theirs', compatible('Example/0.1; +https://www.docs.cohere.com/bots'), 'host-cohere-com', 'Cohere'],
    ['in the comment of a library', 'python-requests/2.32 (+https://groq.com)', 'host-groq-com', 'Groq'],
    ['any host under .ai', compatible('ExampleBot/1.0; +https://crawler.example.ai/bot'), 'host-under-ai'],
    ['the name of a model', 'gpt-docs_claude-reader/0.2', 'names-a-model'],
    ['AI as a part of its name', compatible('UdV-AI-Research/1.0'), 'names-itself-ai'],
    ['AI in capitals beside small letters', 'SampleAISearch/1.0', 'names-itself-ai'],
    ['AI in small letters after a dash', 'sample-ai/1.0', 'names-itself-ai'],
    ['the form of assistants', compatible('Sample-User/1.0; +https://example.com/bot'), 'named-as-assistant'],
    ['that it trains models', 'SampleCrawler/1.0 (gathers text for training language models)', 'says-training'],
    ['that it reads for an assistant', 'SampleFetch/1.0 (fetcher of an AI assistant)', 'says-ai'],
  ])('%s: %s', (_, userAgent, rule, agent = 'Unnamed agent') => {
    expect(verdictOf({ userAgent })).toMatchObject({ class: 'ai', agent, verification: 'claimed', rule });
  });
});

describe('a program stays a bot', () => {
  test.each([
    ['with the letters within a word', 'HAIKU-MAIL/1.0 (AIX 7.2)'],
    ['that says it does not', 'SampleBot/1.0 (archive; no AI training; https://example.com)'],
    ['that only honours what is said of AI', 'Ethical/0.1 (respects robots and AI directives; https://example.com)'],
    ['that shows previews at such a host', 'SampleUnfurlBot/1.0 (link preview; +https://sample.ai)'],
    ['whose link merely has such a host in its path', compatible('SampleBot/1.0; +https://example.com/together.ai')],
    ['whose host merely begins so', compatible('SampleBot/1.0; +https://groq.com.example.org/')],
    ['that has a name of its own', 'facebookexternalhit/1.1 (+https://openai.com)'],
  ])('%s: %s', (_, userAgent) => {
    expect(verdictOf({ userAgent }).class).toBe('bot');
  });
});

test('the structure rule is never applied to a person’s browser', () => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15; Sample-AI GPT-User) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  expect(verdictOf({ userAgent }).class).toBe('human');
});
