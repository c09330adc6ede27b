import { expect, test } from 'vitest';
import { wordFault } from '../../../src/docs/small-changes/word-change.ts';

test.each([
  ['recieve', 'receive'],
  ['seperate', 'separate'],
  ['documantation', 'documentation'],
  ['Github', 'GitHub'],
  ['wich', 'which'],
  ['konfiguriern', 'konfigurieren'],
  ['докуметация', 'документация'],
])('%s may be corrected to %s', (from, to) => {
  expect(wordFault(from, to)).toBeUndefined();
});

test.each([
  ['can', "can't", 'a mark'],
  ['its', "it's", 'a mark'],
  ['now', 'not', 'decides'],
  ['note', 'not', 'decides'],
  ['cant', 'cannot', 'decides'],
  ['10', '100', 'a digit'],
  ['v1', 'v2', 'a digit'],
  ['max_size', 'min_size', 'a digit'],
  ['form', 'from', 'decides'],
  ['five', 'fire', 'decides'],
  ['minutes', 'minutos', 'decides'],
  ['kilobyte', 'kilobytes', 'decides'],
  ['enabled', 'enables', 'decides'],
  ['allow', 'allows', 'decides'],
  ['used', 'unused', 'negates'],
  ['unusable', 'usable', 'negates'],
  ['regard', 'regardless', 'negates'],
  ['legal', 'illegal', 'negates'],
  ['http', 'https', 'decides'],
  ['add', 'odd', 'fewer'],
  ['safe', 'save', 'decides'],
  ['moral', 'coral', 'begin with different letters'],
  ['house', 'horde', 'one letter differ'],
  ['connection', 'collecting', 'two letters differ'],
  ['paypal', 'p\u0430ypal', 'scripts'],
  ['pa\u0301ge', 'page', 'unusual'],
  ['page', 'pag\u0435', 'scripts'],
  ['page', 'page\u202e', 'unusual'],
  ['page', 'page\ufe0f', 'nobody sees'],
  ['page', 'pa\u034fge', 'nobody sees'],
])('%s is not corrected to %s', (from, to, why) => {
  expect(wordFault(from, to)).toContain(why);
});
