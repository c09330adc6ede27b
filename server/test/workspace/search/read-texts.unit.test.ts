import { expect, test } from 'vitest';
import { openTextReader } from '../../../src/workspace/search/read-texts.ts';
import { openTextStore } from '../../../src/workspace/search/text-store.ts';

const blobs = Array.from({ length: 100 }, (_, index) => `blob${index}`);
const entries = blobs.map((blob) => ({ path: `${blob}.md`, kind: 'file' as const, blob }));

/** Files whose blobs are their own contents; records each blob that is requested alone. */
function files() {
  const alone: string[] = [];
  return {
    alone,
    entries,
    unsaved: () => undefined,
    read: (blob: string) => {
      alone.push(blob);
      return Promise.resolve(Buffer.from(blob));
    },
    async *readMany(wanted: readonly string[]) {
      for (const blob of wanted) yield await Promise.resolve(Buffer.from(blob));
    },
  };
}

test('continues to read in bulk when another caller has stored some of the files', async () => {
  const store = openTextStore(1e9);
  const asked = files();
  const reader = await openTextReader(asked, entries, store);
  store.store('blob10', Buffer.from('blob10'));
  for (const entry of entries) {
    const text = store.get(entry.blob) ?? (await reader.read(entry));
    expect(text).toMatchObject({ length: entry.blob.length });
  }
  await reader.close();
  expect(asked.alone).toEqual([]);
});

test('reads a file separately if it was stored and is forgotten', async () => {
  const store = openTextStore(1e9);
  const asked = files();
  store.store('blob3', Buffer.from('blob3'));
  const reader = await openTextReader(asked, entries, store);
  store.clear();
  for (const entry of entries) expect(await reader.read(entry)).toMatchObject({ length: entry.blob.length });
  await reader.close();
  expect(asked.alone).toEqual(['blob3']);
});
