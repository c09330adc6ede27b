import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../src/agent/turn.ts';
import { nothingFound } from './memory-tree.ts';
import { transcript, turnRig } from './turn-rig.ts';

const read = (path: string) => ({ tool: 'read_file', input: { path } });
const edit = (path: string, from: string, to: string) => ({
  tool: 'edit_file',
  input: { path, edits: [{ old: from, new: to }] },
});

const answersOf = async (call: { tool: string; input: unknown }) => {
  const rig = turnRig([{ calls: [call] }, { text: 'gave up' }], { 'a.md': 'text\n' });
  expect(await rig.run()).toEqual({ text: 'gave up' });
  expect(transcript(rig.model.calls[1] ?? { prompt: [] })).toHaveLength(3);
  return rig.steps[0]?.tools;
};

const write = (path: string) => ({ tool: 'write_file', input: { path, content: 'x' } });

describe('a turn', () => {
  test('calls the model, runs its tools, records each step and ends with the closing text', async () => {
    const rig = turnRig([{ calls: [read('a.md')] }, { calls: [edit('a.md', 'old', 'new')] }, { text: 'Renamed it.' }], {
      'a.md': 'old\n',
    });
    expect(await rig.run()).toEqual({ text: 'Renamed it.' });
    expect(rig.tree.text('a.md')).toBe('new\n');
    expect(rig.steps.map(({ messagesRead, text, finishReason }) => ({ messagesRead, text, finishReason }))).toEqual([
      { messagesRead: [0], text: '', finishReason: 'tool-calls' },
      { messagesRead: [], text: '', finishReason: 'tool-calls' },
      { messagesRead: [], text: 'Renamed it.', finishReason: 'stop' },
    ]);
    expect(rig.steps[1]).toMatchObject({
      tools: [{ tool: 'edit_file', summary: 'edit a.md (1 edit)', ok: true, result: 'edited a.md\n-1 old\n+1 new' }],
      usage: { inputTokens: 10, outputTokens: 5 },
      startedAt: new Date('2026-01-01T00:00:02Z'),
      finishedAt: new Date('2026-01-01T00:00:03Z'),
    });
  });

  test('gives the model the instructions, the conversation and the tools', async () => {
    const rig = turnRig([{ text: 'Nothing to do.' }]);
    await rig.run();
    const [call] = rig.model.calls;
    expect(call?.prompt[0]).toMatchObject({ role: 'system', content: expect.stringContaining('docs of Acme') });
    expect(call?.tools?.map((tool) => tool.name)).toEqual(
      'list_files read_file search edit_file write_file replace_text move_text move_file delete_file add_redirect check_docs contest_problem page_views'.split(
        ' ',
      ),
    );
  });

  test('accepts follow-ups before the next step, in order, and marks them as read there', async () => {
    const rig = turnRig((call) => {
      if (call === 0) rig.inbox.push('Also this.', 'And that.');
      return call === 0 ? { calls: [read('a.md')] } : { text: 'done' };
    });
    await rig.run();
    expect(rig.steps.map((step) => step.messagesRead)).toEqual([[0], [1, 2]]);
    expect(transcript(rig.model.calls[1] ?? { prompt: [] })).toEqual([
      'user: Do it.',
      'call read_file',
      'error-text: There is no file a.md.',
      'user: Also this.',
      'user: And that.',
    ]);
  });

  test('continues if a message arrived while the model gave its last answer', async () => {
    const rig = turnRig((call) => {
      if (call === 0) rig.inbox.push('One more thing.');
      return { text: `answer ${call}` };
    });
    expect(await rig.run()).toEqual({ text: 'answer 1' });
    expect(rig.steps).toHaveLength(2);
  });

  test('puts a first message only before the first step', async () => {
    const rig = turnRig([{ calls: [read('a.md')] }, { text: 'mended' }]);
    await rig.run({ firstMessage: 'The checks found problems.' });
    expect(rig.steps[0]?.messages.slice(0, 2)).toEqual([
      { role: 'user', content: 'The checks found problems.' },
      { role: 'user', content: 'Do it.' },
    ]);
    expect(rig.steps[1]?.messages[0]).toMatchObject({ role: 'assistant' });
  });

  test('runs the calls of one step in order, each with the results of the earlier ones', async () => {
    const calls = [read('a.md'), edit('a.md', 'one', 'two'), edit('a.md', 'two', 'three'), read('a.md')];
    const rig = turnRig([{ calls }, { text: 'done' }], { 'a.md': 'one\n' });
    await rig.run();
    expect(rig.steps[0]?.tools.map(({ result }) => result)).toEqual([
      'a.md lines 1-1 of 1\none\n',
      'edited a.md\n-1 one\n+1 two',
      'edited a.md\n-1 two\n+1 three',
      'a.md lines 1-1 of 1\nthree\n',
    ]);
  });
});

describe('an error within a call is its result', () => {
  test('for calls that cannot be understood, but at most five times in a row', async () => {
    const unread = { calls: [{ tool: 'open_file', input: {} }] };
    const rig = turnRig(() => unread);
    await expect(rig.run()).rejects.toMatchObject({
      code: 'model_failed',
      retryable: false,
      message: expect.stringContaining('gave 5 unusable answers in a row; the last one: no tool call could'),
    });
    expect(rig.steps).toHaveLength(5);
    const understood = turnRig((call) =>
      call === 12 ? { text: 'Done.' } : call % 4 === 3 ? { calls: [{ tool: 'list_files', input: {} }] } : unread,
    );
    await expect(understood.run()).resolves.toEqual({ text: 'Done.' });
  });

  test('for an unknown tool', async () => {
    expect(await answersOf({ tool: 'run_shell', input: { command: 'ls' } })).toEqual([
      {
        tool: 'run_shell',
        summary: 'run_shell',
        ok: false,
        result: expect.stringMatching(/^There is no tool run_shell\. The tools are: list_files, /),
      },
    ]);
  });

  test('for input that is not JSON', async () => {
    expect(await answersOf({ tool: 'read_file', input: '{"path": ' })).toMatchObject([
      { ok: false, result: 'The input of read_file is not valid JSON.' },
    ]);
  });

  test('for input in another form, reported on one line', async () => {
    expect(
      await answersOf({ tool: 'edit_file', input: { path: 'a.md', edits: [{ old: 1, new: 'x' }] } }),
    ).toMatchObject([
      {
        ok: false,
        result: 'The input of edit_file is not valid. edits[0].old: Invalid input: expected string, received number',
      },
    ]);
  });

  test('for a path that is refused', async () => {
    expect(await answersOf({ tool: 'write_file', input: { path: '../x', content: 'x' } })).toMatchObject([
      { ok: false, result: 'The path ../x is refused.' },
    ]);
  });

  test('but a bug of a tool is logged, and not shown to the model', async () => {
    const rig = turnRig([{ calls: [{ tool: 'list_files', input: {} }] }, { text: 'gave up' }]);
    const faults: unknown[] = [];
    const broken = {
      ...rig.tree,
      entries: () => {
        throw new TypeError('secret detail');
      },
    };
    await rig.run({ tree: broken, report: (error) => faults.push(error) });
    expect(faults).toEqual([new TypeError('secret detail')]);
    expect(JSON.stringify(rig.steps)).not.toContain('secret detail');
  });

  test('but null for an optional parameter is accepted', async () => {
    const input = { path: 'a.md', from_line: null, lines: null };
    expect(await answersOf({ tool: 'read_file', input })).toMatchObject([{ ok: true }]);
  });
});

describe('a turn ends early', () => {
  test.each(['lease_lost', 'draining', 'database_unavailable'] as const)('if a tool throws %s', async (code) => {
    const rig = turnRig([{ calls: [{ tool: 'list_files', input: {} }] }]);
    const broken = {
      ...rig.tree,
      entries: () => {
        throw new CopydeskError(code, 'gone');
      },
    };
    await expect(rig.run({ tree: broken })).rejects.toMatchObject({ code });
    expect(rig.steps).toEqual([]);
  });

  test('if a step cannot be recorded, and nothing follows it', async () => {
    const rig = turnRig([{ calls: [read('a.md')] }, { text: 'never' }]);
    const journal = {
      takeMessages: () => Promise.resolve([{ position: 0, prompt: 'Do it.' }]),
      record: () => Promise.reject(new CopydeskError('lease_lost', 'Another worker has the job.')),
    };
    await expect(rig.run({ journal })).rejects.toMatchObject({ code: 'lease_lost' });
    expect(rig.model.calls).toHaveLength(1);
  });

  test('if its budget is exhausted, between two steps', async () => {
    const rig = turnRig(() => ({ calls: [read('a.md')] }));
    const used: unknown[] = [];
    const budget = {
      check() {
        if (used.length === 3) throw new CopydeskError('limit_reached', 'That was all.');
      },
      use: (step: unknown) => void used.push(step),
    };
    await expect(rig.run({ budget })).rejects.toMatchObject({ code: 'limit_reached' });
    expect(used).toEqual(rig.steps);
    expect(rig.model.calls).toHaveLength(3);
  });

  test('but not by its budget if it has already ended', async () => {
    const rig = turnRig([{ text: 'Done.' }]);
    const stored: unknown[] = [];
    const budget = {
      check() {
        if (stored.length === 1) throw new CopydeskError('limit_reached', 'That was all.');
      },
      use: (step: unknown) => void stored.push(step),
    };
    expect(await rig.run({ budget })).toEqual({ text: 'Done.' });
    expect(stored).toHaveLength(1);
  });

  test('on the abort signal, before the next model call', async () => {
    const controller = new AbortController();
    const rig = turnRig(() => ({ calls: [read('a.md')] }));
    const record = () => {
      controller.abort(new CopydeskError('draining', 'The server shuts down.'));
      return Promise.resolve();
    };
    const journal = { takeMessages: () => Promise.resolve([{ position: 0, prompt: 'Do it.' }]), record };
    await expect(rig.run({ journal, signal: controller.signal })).rejects.toMatchObject({ code: 'draining' });
    expect(rig.model.calls).toHaveLength(1);
  });

  test('on the abort signal, between two calls of a step', async () => {
    const controller = new AbortController();
    const rig = turnRig([
      {
        calls: [
          { tool: 'search', input: { pattern: 'x' } },
          { tool: 'write_file', input: { path: 'b.md', content: 'x' } },
        ],
      },
    ]);
    const tree = {
      ...rig.tree,
      search: () => {
        controller.abort(new CopydeskError('draining', 'The server shuts down.'));
        return Promise.resolve(nothingFound);
      },
    };
    await expect(rig.run({ tree, signal: controller.signal })).rejects.toMatchObject({ code: 'draining' });
    expect(rig.tree.text('b.md')).toBeUndefined();
    expect(rig.steps).toEqual([]);
  });

  test('on the abort signal, within a call, without reporting a bug of the tool', async () => {
    const controller = new AbortController();
    const reported: unknown[] = [];
    const rig = turnRig([{ calls: [{ tool: 'search', input: { pattern: 'x' } }] }]);
    const tree = {
      ...rig.tree,
      search: () => {
        controller.abort(new CopydeskError('draining', 'The server shuts down.'));
        return Promise.reject(new DOMException('aborted', 'AbortError'));
      },
    };
    const run = rig.run({ tree, signal: controller.signal, report: (error) => reported.push(error) });
    await expect(run).rejects.toMatchObject({ code: 'draining' });
    expect(rig.steps).toEqual([]);
    expect(reported).toEqual([]);
  });

  test('if a model never answers, with a retryable error', async () => {
    const rig = turnRig(
      (_, { abortSignal }) =>
        new Promise((_resolve, reject) => {
          abortSignal?.addEventListener('abort', () => reject(abortSignal.reason));
        }),
    );
    await expect(rig.run({ limits: { ...defaultLimits, modelCallMilliseconds: 5 } })).rejects.toMatchObject({
      code: 'model_failed',
      retryable: true,
    });
  });

  test('on the abort signal, during a model call, with its own reason', async () => {
    const controller = new AbortController();
    const rig = turnRig(() => {
      controller.abort(new CopydeskError('limit_reached', 'The turn took too long.'));
      return { error: new DOMException('aborted', 'AbortError') };
    });
    await expect(rig.run({ signal: controller.signal })).rejects.toMatchObject({ message: 'The turn took too long.' });
  });
});

describe('the limits of one step', () => {
  test('calls beyond the maximum number are answered and not run', async () => {
    const rig = turnRig([{ calls: [write('a.md'), write('b.md'), write('c.md')] }, { text: 'done' }]);
    await rig.run({ limits: { ...defaultLimits, callsPerStep: 2 } });
    expect(Object.keys(rig.tree.files())).toEqual(['a.md', 'b.md']);
    expect(rig.steps[0]?.tools[2]).toMatchObject({ ok: false, result: expect.stringMatching(/at most 2 calls/) });
  });

  test('calls after too many bytes of results are answered and not run', async () => {
    const rig = turnRig([{ calls: [read('a.md'), read('a.md'), edit('a.md', 'x', 'y')] }, { text: 'done' }], {
      'a.md': `${'x'.repeat(99)}\n`,
    });
    await rig.run({ limits: { ...defaultLimits, resultBytesPerStep: 200 } });
    expect(rig.steps[0]?.tools.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(rig.steps[0]?.tools[2]?.result).toMatch(/^Not run: /);
  });

  test('a transcript line is short, keeps whole characters, and can be stored', async () => {
    const rig = turnRig(
      [{ text: 'NUL \0, half \uD83D.', calls: [read('a.md'), { tool: 'no\n\0such', input: {} }] }, { text: 'done' }],
      {
        'a.md': `${'😀'.repeat(600)}\n`,
      },
    );
    await rig.run();
    const [step] = rig.steps;
    expect(step?.tools[0]?.result.length).toBeLessThanOrEqual(400);
    expect(step?.tools[1]?.tool).toBe('no \uFFFDsuch');
    expect(step?.text).toBe('NUL \uFFFD, half \uFFFD.');
    const stored = JSON.stringify(rig.steps);
    expect(stored.includes(String.raw`\u0000`)).toBe(false);
    expect(/\\ud[89a-f]/i.test(stored)).toBe(false);
  });
});
