import type { SourceName } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { readExport } from './read-export.ts';

const goat =
  '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date\n';

test.each<[string, SourceName, string | Buffer, string]>([
  [
    'other columns',
    'csv',
    'day,page,count\n',
    'export.csv:1: It has no column "date" and "path" and "views", but "day"',
  ],
  ['another product', 'plausible', 'x,y\n/a,5\n', 'Give the ZIP of Site settings'],
  ['nothing', 'csv', '\n\n', 'export.csv: It has no header'],
  [
    'a line that has broken off',
    'csv',
    'date,path,views\n2026-03-01,/a,5\n2026-03-0',
    'export.csv:3: It has 1 fields, and the header 3',
  ],
  ['two files in one', 'csv', 'date,path,views\n2026-03-01,/a,5\nx,y\n', 'export.csv:3: It has 2 fields'],
  [
    'a last line without end',
    'plausible',
    'date,page,pageviews\n2026-03-01,/a,12',
    'export.csv:2: The last line has no end',
  ],
  [
    'a quote without end',
    'csv',
    'date,path,views\n2026-03-01,"/a,5\n',
    'Quote Not Closed: the parsing is finished with an opening quote at line 2',
  ],
  ['a day that is none', 'csv', 'date,path,views\n2026-02-29,/a,5\n', '"2026-02-29" is not a day such as 2026-11-21'],
  ['a day of another order', 'csv', 'date,path,views\n03/01/2026,/a,5\n', '"03/01/2026" is not a day'],
  ['a day to come', 'csv', 'date,path,views\n2026-11-23,/a,5\n', '2026-11-23 lies in the future'],
  ['a negative count', 'csv', 'date,path,views\n2026-03-01,/a,-5\n', '"views" is "-5". A count cannot be negative'],
  ['a fraction', 'csv', 'date,path,views\n2026-03-01,/a,1.5\n', 'A count has no fraction'],
  ['a localised number', 'csv', 'date,path,views\n2026-03-01,/a,"1,234"\n', 'without thousands separators'],
  [
    'a localised number with a narrow space',
    'csv',
    'date,path,views\n2026-03-01,/a,1\u202f234\n',
    'without thousands separators',
  ],
  ['no count', 'csv', 'date,path,views\n2026-03-01,/a,\n', 'A count is missing'],
  ['words for a count', 'csv', 'date,path,views\n2026-03-01,/a,many\n', 'A whole number is needed'],
  [
    'a kind that is none',
    'csv',
    'date,path,views,kind\n2026-03-01,/a,5,robot\n',
    'The kind is "robot"; it is "human", "ai" or "bot"',
  ],
  ['a person with an agent', 'csv', 'date,path,views,kind,agent\n2026-03-01,/a,5,human,GPTBot\n', 'agents are "ai"'],
  ['no text', 'csv', Buffer.from([0x64, 0x61, 0xff, 0xfe, 0x0a]), 'not text in UTF-8 or UTF-16'],
  ['an older GoatCounter', 'goatcounter', goat.replace('2Path', '1Path'), 'It has no column "2Path"'],
  [
    'an event that is neither',
    'goatcounter',
    `${goat}/a,,maybe,,,,,0,,,,,1,2026-03-01T00:00:00Z\n`,
    '"Event" is "maybe"',
  ],
  ['a time without its time', 'goatcounter', `${goat}/a,,0,,,,,0,,,,,1,2026-03-01\n`, 'is not a date with a time'],
  ['folders of Matomo', 'matomo', 'date,label,nb_hits,idsubdatatable\n2026-03-01,guides,5,7\n', 'use flat=1'],
  ['Matomo without a day', 'matomo', 'label,nb_hits\n/a,5\n', 'It does not contain its day'],
  ['GA4 in another language', 'ga4', 'Seitenpfad,Aufrufe\n/a,5\n', 'Set the language of Google Analytics to English'],
  [
    'GA4 of many days',
    'ga4',
    '# Start date: 20260301\n# End date: 20260331\n\nPage path,Views\n/a,5\n',
    'all days from 20260301 to 20260331 together',
  ],
  ['Mintlify without a day', 'mintlify', 'path,humanViews,aiViews\n/a,5,1\n', 'It has no column of days'],
])('%s is refused with its place', async (_, source, content, message) => {
  const reading = readExport(source, content);
  await expect(reading).rejects.toMatchObject({ code: 'file_refused' });
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toThrow('Nothing is counted.');
});

test.each<[string, SourceName, string, string]>([
  ['sums of umami', 'umami', 'x,y\r\n/a,5\r\n', 'It has the visitors of a whole range'],
  [
    'rows that GA4 has kept back',
    'ga4',
    JSON.stringify({
      dimensionHeaders: [{ name: 'date' }, { name: 'pagePath' }],
      metricHeaders: [{ name: 'screenPageViews' }],
      rows: [],
      rowCount: 3,
    }),
    'It has 0 of 3 rows',
  ],
  ['an error of Matomo', 'matomo', '{"result":"error","message":"No access"}', 'It is an error of Matomo: No access'],
  ['JSON that has broken off', 'matomo', '[{"label":"/a","nb_h', 'It is not complete JSON'],
  ['something else', 'ga4', '{"a":1}', 'It is not an answer of runReport'],
])('%s are refused', async (_, source, content, message) => {
  const name = source === 'umami' ? 'pages.csv' : 'answer.json';
  await expect(readExport(source, content, { name, date: '2026-03-01' })).rejects.toThrow(message);
});
