import { mkdir, mkdtemp, chmod, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { createOperator } from '../src/wiring/services/operator.ts';
import { testBrowser } from '../test/support/browser.ts';
import { furnishSample } from './pictures/furnish.ts';
import type { Sample } from './pictures/furnish.ts';
import { shots } from './pictures/shots.ts';

/** The maximum size of pictures in the docs, so that a page of the docs opens quickly. */
const mostBytes = 150_000;

/**
 * `npm run pictures`: starts a Copydesk with sample docs, jobs and readers, and takes screenshots of its pages, in both
 * colour schemes, for README and docs. `--widths 1280,390 --out <folder> --all` takes one of every page.
 */
async function takePictures(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: path.join(import.meta.dirname, '../../docs/pictures') },
      widths: { type: 'string', default: '1280' },
      all: { type: 'boolean', default: false },
    },
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-pictures-'));
  // When root starts PostgreSQL, it runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const settings = {
    COPYDESK_DATA_DIR: folder,
    COPYDESK_PORT: '0',
    COPYDESK_HOST: '127.0.0.1',
    COPYDESK_LOG_LEVEL: 'error',
  };
  const server = await createOperator({ PATH: process.env.PATH }).with(settings).serve({ worker: true });
  try {
    const sample = await furnishSample(server.url, server.services);
    await mkdir(values.out, { recursive: true });
    await photograph(sample, { folder: values.out, widths: values.widths.split(',').map(Number), all: values.all });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Pictures {
  folder: string;
  widths: number[];
  all: boolean;
}

async function photograph(sample: Sample, pictures: Pictures): Promise<void> {
  const browser = await testBrowser();
  const views = (['light', 'dark'] as const).flatMap((scheme) => pictures.widths.map((width) => ({ scheme, width })));
  try {
    for (const { scheme, width } of views) {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 660 } });
      const suffix = pictures.widths.length > 1 ? `${scheme}-${width}` : scheme;
      await photographAs(await context.newPage(), sample, pictures, suffix);
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

async function photographAs(page: Page, sample: Sample, { folder, all }: Pictures, suffix: string): Promise<void> {
  await page.goto(await sample.signInLink());
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
  for (const { name, path: address } of shots(sample).filter(({ inDocs }) => all || inDocs)) {
    await take(page, sample.url + address, path.join(folder, `${name}-${suffix}.png`), all);
  }
}

async function take(page: Page, address: string, file: string, fullPage: boolean): Promise<void> {
  const reply = await page.goto(address, { waitUntil: 'load' });
  if (reply?.ok() !== true) throw new Error(`${address} answered ${reply?.status() ?? 'nothing'}.`);
  await page.screenshot({ path: file, fullPage });
  const { size } = await stat(file);
  process.stdout.write(`${file} ${Math.round(size / 1000)} KB\n`);
  if (!fullPage && size > mostBytes) throw new Error(`${file} has ${size} bytes; the docs take at most ${mostBytes}.`);
}

await takePictures();
process.exit();
