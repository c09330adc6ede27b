import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../src/agent/edit/ladder.ts';
import type { Edit } from '../../../src/agent/edit/edit.ts';

const edited = (text: string, ...edits: Edit[]) => {
  const result = applyEdits(text, edits);
  return result.ok ? result.text : `refused: ${result.reason}`;
};

const reason = (text: string, ...edits: Edit[]) => {
  const result = applyEdits(text, edits);
  return result.ok ? `edited: ${result.text}` : result.reason;
};

describe('the exact rung', () => {
  test('replaces a text that occurs once', () => {
    expect(edited('one two three', { old: 'two', new: '2' })).toBe('one 2 three');
  });

  test('replaces every occurrence when all is set, and counts them', () => {
    expect(applyEdits('a b a b a', [{ old: 'a', new: 'x', all: true }])).toMatchObject({
      ok: true,
      text: 'x b x b x',
      replacements: 3,
    });
    expect(edited('aaaa', { old: 'aa', new: 'b', all: true })).toBe('bb');
  });

  test('takes `$` and regular expression marks as they are', () => {
    expect(edited('cost: .*', { old: '.*', new: '$& $1' })).toBe('cost: $& $1');
  });

  test('deletes, also all of a file', () => {
    expect(edited('one two', { old: ' two', new: '' })).toBe('one');
    expect(edited('all of it\n', { old: 'all of it\n', new: '' })).toBe('');
  });

  test('can change only case, punctuation or spaces', () => {
    expect(edited('a  \nb\n', { old: 'a  \n', new: 'a\n' })).toBe('a\nb\n');
    expect(edited('say "hi"', { old: '"hi"', new: '“hi”' })).toBe('say “hi”');
    expect(edited('  x\n', { old: '  x', new: 'x' })).toBe('x\n');
  });
});

describe('several edits', () => {
  test('apply to the text as it was before the call', () => {
    expect(edited('a b', { old: 'a', new: 'b' }, { old: 'b', new: 'a' })).toBe('b a');
  });

  test('may be adjacent', () => {
    expect(edited('ab', { old: 'b', new: 'y' }, { old: 'a', new: 'x' })).toBe('xy');
  });

  test('are refused when they overlap', () => {
    expect(reason('one two three', { old: 'one two', new: '1' }, { old: 'two three', new: '2' })).toBe(
      'Edits 1 and 2 overlap on line 1; make them one edit.',
    );
  });

  test('are all made or none, and every failed one is reported', () => {
    const reported = reason('one two', { old: 'one', new: '1' }, { old: 'three', new: '3' }, { old: '', new: '4' });
    expect(reported.split('\n')).toEqual([
      'Edit 2 of 3: old is not in the file; give the text exactly as it stands there.',
      'Edit 3 of 3: old is empty; give the text to replace, or use write_file.',
    ]);
  });

  test('report only the first five that fail', () => {
    const edits = Array.from({ length: 8 }, () => ({ old: '', new: 'x' }));
    expect(reason('text', ...edits).split('\n')).toHaveLength(6);
  });
});

describe('line endings, the byte-order mark and the last newline survive', () => {
  test('a CRLF file keeps its line endings, whatever the edit contains', () => {
    expect(edited('a\r\nb\r\nc\r\n', { old: 'a\nb', new: 'x\ny\nz' })).toBe('x\r\ny\r\nz\r\nc\r\n');
    expect(edited('a\r\nb\r\n', { old: 'b', new: 'x\ny' })).toBe('a\r\nx\r\ny\r\n');
    expect(edited('a\r\nb\r\n', { old: '\nb', new: '\nc' })).toBe('a\r\nc\r\n');
    expect(edited('a\r\nb\r\n', { old: 'a\r', new: 'x\r' })).toBe('x\r\nb\r\n');
  });

  test('an LF file keeps its line endings', () => {
    expect(edited('a\nb\n', { old: 'a\r\nb', new: 'a\r\nx\r\nb' })).toBe('a\nx\nb\n');
  });

  test('in a mixed file each line keeps its ending, and a new one takes that of its neighbours', () => {
    expect(edited('a\r\nb\nc\n', { old: 'a\nb\nc', new: 'a\nx\nc' })).toBe('a\r\nx\nc\n');
    expect(edited('a\r\nb\nc\n', { old: 'c', new: 'c\nd' })).toBe('a\r\nb\nc\nd\n');
  });

  test('a byte-order mark stays, and is ignored in a search', () => {
    expect(edited('\uFEFFone two', { old: 'one', new: '1' })).toBe('\uFEFF1 two');
    expect(edited('\uFEFFone two', { old: '\uFEFFone', new: '1' })).toBe('\uFEFF1 two');
    expect(edited('\uFEFFone', { old: 'one', new: '' })).toBe('\uFEFF');
  });

  test('the last newline is neither lost nor added', () => {
    expect(edited('a\nb\n', { old: 'b\n', new: 'c' })).toBe('a\nc\n');
    expect(edited('a\r\nb\r\n', { old: 'b\r\n', new: 'c' })).toBe('a\r\nc\r\n');
    expect(edited('a\nb', { old: 'b', new: 'c\n' })).toBe('a\nc');
    expect(edited('a\n\nb', { old: 'b', new: '' })).toBe('a\n\n');
  });
});

describe('the rung of normal forms', () => {
  test.each([
    ['curly quotes', 'Say “hello” to Bob’s dog', { old: `"hello" to Bob's`, new: `"hello" to Ann's` }],
    ['dashes', 'one – two — three', { old: 'one - two - three', new: 'one - 2 - three' }],
    ['hard spaces', 'one\u00A0two three', { old: 'one two', new: 'one 2' }],
    ['spaces before a line break', 'one  \ntwo\nthree', { old: 'one\ntwo', new: 'one\n2' }],
    ['the other way round', 'say "hi" now', { old: 'say “hi”', new: 'say “ho”' }],
  ])('finds %s', (_, text, edit) => {
    expect(applyEdits(text, [edit]).ok).toBe(true);
  });

  test('text that the old and new texts share stays unchanged in the file', () => {
    expect(edited('Say “hello” to Bob’s dog.', { old: `"hello" to Bob's dog`, new: `"hello" to Ann's dog` })).toBe(
      'Say “hello” to Ann’s dog.',
    );
    expect(edited('one  \ntwo — 2\nthree\n', { old: 'one\ntwo - 2\nthree', new: 'one\ntwo - 2\nTHREE' })).toBe(
      'one  \ntwo — 2\nTHREE\n',
    );
    expect(edited('“a”\n“b”\n“c”\n', { old: '"a"\n"b"\n"c"', new: '"a"\n"new"\n"b"\n"c"' })).toBe(
      '“a”\n"new"\n“b”\n“c”\n',
    );
  });

  test('spaces after a match stay', () => {
    expect(edited('“one”  \ntwo\n', { old: '"one"', new: '"two"' })).toBe('“two”  \ntwo\n');
  });

  test('is used only if there is no exact match', () => {
    expect(edited('"a" and “a”', { old: '"a"', new: 'b' })).toBe('b and “a”');
    expect(edited('"a" and “a”', { old: '"a"', new: 'b', all: true })).toBe('b and “a”');
  });

  test('must be unique too', () => {
    expect(reason('“a” and „a“', { old: '"a"', new: 'b' })).toMatch(/^old stands in 2 places \(lines 1\)/);
  });
});

describe('the rung of trimmed lines', () => {
  test('finds whole lines whatever their indentation, and indents the new ones alike', () => {
    const text = '- list\n\n    ```js\n    if (a) {\n      b();\n    }\n    ```\n';
    const edit = { old: 'if (a) {\n  b();\n}', new: 'if (a) {\n  c();\n  if (d) {\n    e();\n  }\n}' };
    expect(edited(text, edit)).toBe(
      '- list\n\n    ```js\n    if (a) {\n      c();\n      if (d) {\n        e();\n      }\n    }\n    ```\n',
    );
  });

  test('tabs in the file stay tabs', () => {
    expect(edited('a:\n\tb:\n\t\tc\n', { old: '  b:\n    c\n', new: '  b:\n    d\n    e\n' })).toBe(
      'a:\n\tb:\n\t\td\n\t\te\n',
    );
  });

  test('a removed line leaves the others unchanged', () => {
    expect(edited('\ta\n\t\tb\n\tc\n', { old: 'a\n  b\nc', new: 'a\nc' })).toBe('\ta\n\tc\n');
  });

  test('blank lines match blank lines, but never alone', () => {
    expect(edited('\ta\n \n\tb\n', { old: 'a\n\nb', new: 'a\n\nc' })).toBe('\ta\n \n\tc\n');
    expect(reason('a\n \nb\n', { old: '\t\n\t\n', new: 'x' })).toMatch(/^old is not in the file/);
  });

  test('does not match part of a line', () => {
    expect(reason('\ta b\n\tc\n', { old: 'a\nc', new: 'x' })).toMatch(/^old is not in the file/);
  });

  test('must be unique too', () => {
    expect(reason('\ta\n\tb\n\n  a\n  b\n', { old: 'a\nb', new: 'c' })).toMatch(
      /^old stands in 2 places \(lines 1, 4\)/,
    );
  });
});

describe('refusals, and what they tell the model', () => {
  test('an old text that occurs several times is refused, with its lines', () => {
    expect(reason('a\nb\na\n', { old: 'a', new: 'c' })).toBe(
      'old stands in 2 places (lines 1, 3); add text around it until it is unique, or set all to replace every one.',
    );
    expect(reason('x\n'.repeat(30), { old: 'x', new: 'y' })).toContain(
      '30 places (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)',
    );
  });

  test('overlapping places count as several', () => {
    expect(reason('aaa', { old: 'aa', new: 'b' })).toMatch(/^old stands in 2 places/);
  });

  test('equal old and new texts are refused', () => {
    expect(reason('a', { old: 'a', new: 'a' })).toBe('old and new are the same.');
  });

  test('an edit that changes only line endings is refused', () => {
    expect(reason('a\r\nb\r\n', { old: 'a\r\nb', new: 'a\nb' })).toBe('The edits would change nothing.');
  });

  test('a text that is not found is refused, with the nearest lines', () => {
    const text = '# Install\n\nRun the installer with `npm install acme`.\nThen start it.\n';
    expect(reason(text, { old: 'Run the installer using `npm i acme`.', new: 'x.' })).toBe(
      'old is not in the file; give the text exactly as it stands there. ' +
        'The nearest, line 3:\nRun the installer with `npm install acme`.',
    );
    expect(reason(text, { old: 'Nothing of the kind', new: 'x' })).toBe(
      'old is not in the file; give the text exactly as it stands there.',
    );
  });

  test('similar text is never edited', () => {
    expect(applyEdits('Run the installer now.', [{ old: 'Run the installer now!', new: 'x' }]).ok).toBe(false);
  });

  test('an edit that is already made is refused', () => {
    expect(reason('Use Copydesk.', { old: 'Use Scribe.', new: 'Use Copydesk.' })).toBe(
      'It is already there: old is not in the file, and the new text is, on line 1.',
    );
    expect(reason('a\nUse Copydesk Pro.\n', { old: 'Copydesk', new: 'Copydesk Pro' })).toBe(
      'It is already there, on line 2.',
    );
    expect(reason('- [A](a.md)\n- [B](b.md)\n', { old: '- [A](a.md)\n', new: '- [A](a.md)\n- [B](b.md)\n' })).toBe(
      'It is already there, on line 1.',
    );
  });

  test('with all, occurrences that are already changed stay unchanged', () => {
    expect(edited('Copydesk and Copydesk Pro', { old: 'Copydesk', new: 'Copydesk Pro', all: true })).toBe(
      'Copydesk Pro and Copydesk Pro',
    );
  });

  test('an added heading mark does not count as already made', () => {
    expect(edited('## Title\n', { old: '# Title', new: '## Title' })).toBe('### Title\n');
  });
});
