import { expect, test } from 'vitest';
import { faultAt, otherFaults, textField } from '../../src/pages/view/fields.ts';

const faults = { '/labels/0': 'is too long', '/label': 'is odd', '': 'Nothing was stored.' };

test('an error in a part of a value belongs to the field of the value', () => {
  expect(faultAt(faults, '/labels')).toBe('is too long');
  expect(faultAt(faults, '/label')).toBe('is odd');
  expect(faultAt(faults, '/lab')).toBeUndefined();
});

test('errors without a field are reported above the fields', () => {
  expect(otherFaults(faults, ['/labels', '/label'])).toBe('Nothing was stored.');
  expect(otherFaults(faults, ['/labels'])).toBe('“label” is odd. Nothing was stored.');
  expect(otherFaults({ '/label': 'is odd' }, ['/label'])).toBeUndefined();
});

test('a field refers to its hint and its error, and a password is not sent back', () => {
  const field = { id: 'x', name: 'x', label: 'Name', value: 'typed "&"', hint: 'A hint', fault: 'must be <b>' };
  const { markup } = textField(field);
  expect(markup).toContain(' value="typed &quot;&amp;&quot;"');
  expect(markup).toMatch(/aria-describedby="x-wrong x-hint"\s+aria-invalid="true"/);
  expect(markup).toContain('<p class="wrong" id="x-wrong">It must be &lt;b&gt;.</p>');
  expect(textField({ ...field, type: 'password' }).markup).not.toContain('typed');
});

test('a field keeps exactly the typed text, and invisible characters are reported beside it', () => {
  const { markup } = textField({ id: 'x', name: 'x', label: 'Name', value: 'a\u202eb\u200b\u202e' });
  expect(markup).toContain(' value="a\u202eb\u200b\u202e"');
  expect(markup).toContain('>It contains invisible characters: U+202E, U+200B</p>');
  expect(textField({ id: 'x', name: 'x', label: 'Name', value: 'naïve 👩\u200d💻' }).markup).not.toContain(
    'not visible',
  );
});
