import { NotFoundResult, PageViews, ViewsResult } from '@copydesk/contract';
import type { Totals } from '@copydesk/contract';
import type { Question } from './recount.ts';
import type { Site } from './send.ts';

/** A response in one of the three formats; a table has in its headers what is not in its rows. */
export interface Answer {
  totals: Totals | string | null;
  views: PageViews[];
  hasMore: boolean;
  range: string | null;
}

export async function askForJson(site: Site, question: Question): Promise<Answer> {
  const response = await ask(site, question, 'application/json');
  const value: unknown = await response.json();
  const range = response.headers.get('copydesk-range');
  if (question.endpoint === 'views') return { ...ViewsResult.parse(value), range };
  const { paths, ...rest } = NotFoundResult.parse(value);
  return { ...rest, views: paths, range };
}

export async function askForTable(site: Site, question: Question, form: 'csv' | 'ndjson'): Promise<Answer> {
  const response = await ask(site, question, form === 'csv' ? 'text/csv' : 'application/x-ndjson');
  const text = await response.text();
  return {
    totals: response.headers.get('copydesk-totals'),
    views: form === 'csv' ? readCsv(text) : readLines(text),
    hasMore: response.headers.get('link')?.includes('rel="next"') ?? false,
    range: response.headers.get('copydesk-range'),
  };
}

/** Reads every page of a range, in the one response that is streamed. */
export async function askForAll(site: Site, { limit: _limit, offset: _offset, ...question }: Question) {
  const response = await ask(site, question, 'application/x-ndjson', '/export');
  return readLines(await response.text());
}

async function ask(site: Site, { endpoint, ...parameters }: Question, accept: string, end = ''): Promise<Response> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  const response = await fetch(`${site.url}/v1/analytics/${site.projectId}/${endpoint}${end}?${query.toString()}`, {
    headers: { authorization: `Bearer ${site.token}`, accept },
  });
  if (response.status !== 200) throw new Error(`${query.toString()}: ${response.status} ${await response.text()}`);
  return response;
}

function readLines(text: string): PageViews[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => PageViews.parse(JSON.parse(line)));
}

/** Reads CSV by the grammar of RFC 4180. */
function readCsv(text: string): PageViews[] {
  const [head, ...records] = text.split('\r\n').slice(0, -1);
  if (head !== 'path,human,ai,total') throw new Error(`The titles are ${head}`);
  return records.map((record) => {
    const match = /^(?:"((?:[^"]|"")*)"|([^",]*)),(\d+),(\d+),(\d+)$/.exec(record);
    if (match === null) throw new Error(`No record of CSV: ${record}`);
    const [, quoted, plain = '', human, ai, total] = match;
    const path = quoted?.replaceAll('""', '"') ?? plain;
    return { path, human: Number(human), ai: Number(ai), total: Number(total) };
  });
}
