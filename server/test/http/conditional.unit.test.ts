import { expect, test } from 'vitest';
import { entityTag, namesTag } from '../../src/http/replies/conditional.ts';

const tag = entityTag('{"status":"active"}');

test('an entity tag is strong, and differs for other bytes', () => {
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(entityTag('{"status":"failed"}')).not.toBe(tag);
});

test.each([tag, `W/${tag}`, '*', ' * ', `"a,b", W/"c", ${tag}`, `"x",${tag},"y"`])('%s names it', (header) => {
  expect(namesTag(header, tag)).toBe(true);
});

test.each([undefined, '', '"other"', tag.replaceAll('"', ''), `W/"x", "${tag}"`])('%s does not', (header) => {
  expect(namesTag(header, tag)).toBe(false);
});
