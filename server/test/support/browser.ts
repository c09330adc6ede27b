import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext } from 'playwright-core';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/** A browser for one test file: what it opened is closed with it. */
export interface TestBrowser extends AsyncDisposable {
  newContext: Browser['newContext'];
  newPage: Browser['newPage'];
  close: () => Promise<void>;
}

const place = Symbol.for('copydesk.test.browser');

/**
 * A real Chromium, which all files of a process share: to start one takes a second of a processor. It ends with the
 * process.
 */
export async function testBrowser(): Promise<TestBrowser> {
  const started = (Reflect.get(globalThis, place) as Promise<Browser> | undefined) ?? startBrowser();
  Reflect.set(globalThis, place, started);
  const browser = await started;
  const contexts: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
  const close = async () => void (await Promise.all(contexts.map((context) => context.close())));
  return {
    newContext,
    newPage: async (options) => await (await newContext(options)).newPage(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Starts one that needs nothing of the machine but glibc: the package brings its libraries and its fonts. */
async function startBrowser(): Promise<Browser> {
  const folder = await unpack();
  return await chromium.launch({
    executablePath: join(folder, 'chromium'),
    // The tests run as root in containers, where Chromium's own sandbox does not start.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      HOME: folder,
    },
  });
}

/**
 * Unpacks the browser once, beside the packages. The package itself mistakes a half-written file for a whole one, so
 * this function lets it write into a temporary folder and then moves that folder into place in one step.
 */
async function unpack(): Promise<string> {
  const folder = join(cache, `copydesk-chromium-147.0.0-${process.getuid?.() ?? 'user'}`);
  if (await isThere(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(`${folder}-`);
  await unpackInto(half);
  await writeFile(join(half, 'fonts', 'fonts.conf'), fontsConfiguration(folder));
  try {
    await rename(half, folder);
  } catch (error) {
    // Another test finished first.
    await rm(half, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  }
  return folder;
}

/**
 * Unpacks the package. It unpacks into the temporary directory, and unpacks its libraries only when it believes that it
 * runs on AWS Lambda.
 */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR, AWS_EXECUTION_ENV } = process.env;
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x';
  try {
    sparticuz.setGraphicsMode = false;
    await sparticuz.executablePath();
  } finally {
    restore('TMPDIR', TMPDIR);
    restore('AWS_EXECUTION_ENV', AWS_EXECUTION_ENV);
  }
}

/**
 * The fonts configuration. The package's own configuration names only `/tmp/fonts`, and Chromium crashes without any
 * font.
 */
function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
