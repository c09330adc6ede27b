/** JSON bodies that both POSTs with a prompt refuse, and the pointer of the error. */
export const badBodies: [string, unknown, string][] = [
  ['null', null, ''],
  ['a string', 'Fix broken links', ''],
  ['a list', [{ prompt: 'x' }], ''],
  ['a number', 7, ''],
  ['no prompt', {}, '/prompt'],
  ['a null prompt', { prompt: null }, '/prompt'],
  ['a prompt that is a number', { prompt: 7 }, '/prompt'],
  ['a prompt that is an object', { prompt: { text: 'x' } }, '/prompt'],
  ['an empty prompt', { prompt: '' }, '/prompt'],
  ['a blank prompt', { prompt: ' \r\n\t\u00a0\u2003' }, '/prompt'],
  ['a prompt of nothing that is seen', { prompt: '\u0085\u200b\u2060\u001b\ufeff' }, '/prompt'],
  ['a NUL', { prompt: 'a\0b' }, '/prompt'],
  ['a lone high surrogate', { prompt: '\ud800' }, '/prompt'],
  ['a lone low surrogate', { prompt: 'x\udc00y' }, '/prompt'],
  ['a prompt of 32,001 characters', { prompt: 'x'.repeat(32_001) }, '/prompt'],
  ['a prompt of 32,001 characters outside the first plane', { prompt: '🦊'.repeat(32_001) }, '/prompt'],
];

/** Bodies that are not JSON. */
export const badJson: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['nothing', ''],
  ['half an object', '{"prompt": "x"'],
  ['single quotes', "{'prompt': 'x'}"],
  ['a form', 'prompt=x'],
  ['two values', '{"prompt":"x"}{"prompt":"x"}'],
  ['a raw NUL', '{"prompt":"a\0b"}'],
  ['invalid UTF-8', new Uint8Array([...Buffer.from('{"prompt":"'), 0xff, ...Buffer.from('"}')])],
  ['overlong UTF-8', new Uint8Array([...Buffer.from('{"prompt":"'), 0xc0, 0x80, ...Buffer.from('"}')])],
  ['a surrogate in UTF-8', new Uint8Array([...Buffer.from('{"prompt":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
  ['UTF-16', new Uint8Array(Buffer.from('{"prompt":"x"}', 'utf16le'))],
  ['brackets that never close', '['.repeat(200_000)],
];

/** Refused `Idempotency-Key` headers. */
export const badIdempotencyKeys: [string, string][] = [
  ['an empty one', ''],
  ['256 characters', 'k'.repeat(256)],
  ['a space', 'a b'],
  ['a character that is not ASCII', 'é'],
];

/** Refused `Content-Type` headers. */
export const badMediaTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/json; charset=iso-8859-1',
  'garbage',
  '/',
];
