import { AutomationRequest } from '@copydesk/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAutomation } from '../../../src/automations/automation.ts';
import { sayOne } from '../../http/support/feedback.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { countViews, viewsOf } from '../../http/support/views.ts';
import { testBrowser } from '../../support/browser.ts';

const words =
  'I followed every step on a new machine, and at “Start the server” it says that the port is in use. Nothing says how to choose another.';

let site: TestSite;
let browser: Awaited<ReturnType<typeof testBrowser>>;
let context: BrowserContext;
let page: Page;
let automationId: string;

beforeAll(async () => {
  site = await startSite();
  const { db } = site.api;
  const at = Date.now() - 3_600_000;
  await countViews({ db, project: site.docs }, viewsOf('/guide', { person: 9, claude: 3 }, { at }), site.docs.number);
  const missed = viewsOf('/gone', { claude: 5 }, { at, found: false });
  await countViews({ db, project: site.docs }, missed, site.docs.number);
  for (let number = 0; number < 10; number += 1) {
    await sayOne(db, site.docs.id, { path: `/guide-${number}`, comment: number % 2 === 0 ? words : 'It fails.' });
  }
  await site.api.newJob({ project: site.docs });
  const draft = AutomationRequest.parse({ name: 'Links', prompt: 'Fix broken links', trigger: { kind: 'not_found' } });
  automationId = (await createAutomation(db, { ...draft, projectId: site.docs.id }, new Date())).id;
  browser = await testBrowser();
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(site.origin + (await site.signInLink('Ann Example', '/projects', 'owner')));
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Opens a page of the project, or one of the server, and returns where the elements of a selector are. */
async function boxes(path: string, selector: string): Promise<Box[]> {
  const base = path.startsWith('/') ? site.origin : `${site.origin}/projects/${site.docs.id}/`;
  await page.goto(`${base}${path}`);
  return await page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

/** The room between elements that follow each other, in CSS pixels. */
function gaps(all: Box[]): number[] {
  return all.slice(1).map(({ y }, place) => y - ((all[place]?.y ?? 0) + (all[place]?.height ?? 0)));
}

/** Runs in the browser: the width of the list, and that of one which nothing restricts. */
const widthsOfSelect = `(() => {
  const select = document.querySelector('#author');
  const wide = select.cloneNode(true);
  const { font, padding } = getComputedStyle(select);
  Object.assign(wide.style, { position: 'absolute', width: 'auto', font, padding, flex: 'none', maxWidth: 'none' });
  document.body.append(wide);
  const widths = [select, wide].map((one) => one.getBoundingClientRect().width);
  wide.remove();
  return widths;
})()`;

describe.each([1280, 390])('at a width of %s', (width) => {
  beforeAll(async () => await page.setViewportSize({ width, height: 900 }));

  test('what readers say has one item below the other, each as high as its words', async () => {
    const items = await boxes('readers/feedback', '.feedback-items > li');
    expect(items).toHaveLength(10);
    expect(items.filter(({ height }) => height > (width < 400 ? 330 : 170))).toEqual([]);
    expect(new Set(items.map(({ x }) => x)).size).toBe(1);
  });

  test('the parts of an automation do not touch each other', async () => {
    const parts = await boxes(`automations/${automationId}`, '.automation > *');
    expect(parts.length).toBeGreaterThan(3);
    expect(gaps(parts).filter((gap) => gap < 12)).toEqual([]);
  });

  test('the fields of a repair have their labels above them', async () => {
    const fields = await boxes('readers/not-found', '.repair .field');
    const labels = await boxes('readers/not-found', '.repair label');
    const inputs = await boxes('readers/not-found', '.repair :is(select, input:not([type="hidden"]))');
    expect(fields).toHaveLength(3);
    for (const [place, label] of labels.entries()) {
      expect(label.y + label.height).toBeLessThanOrEqual(inputs[place]?.y ?? 0);
      expect(label.height).toBeLessThan(30);
    }
  });

  test('the page of a page offers no filter by its own path', async () => {
    expect(await boxes('readers/page?path=%2Fguide', '.chosen .chip')).toEqual([]);
    expect(await boxes('readers?path=%2Fguide', '.chosen .chip')).toHaveLength(1);
  });

  test('the choices of a filter are not cut', async () => {
    await boxes('jobs', '#author');
    const [shown, needed] = await page.evaluate<[number, number]>(widthsOfSelect);
    expect(shown).toBeGreaterThanOrEqual(needed - 1);
  });

  test('the explanation of a test key is beside its box', async () => {
    const [box] = await boxes('/keys', 'input[name="test"]');
    const [hint] = await boxes('/keys', 'label:has(input[name="test"]) .hint');
    expect(hint?.x).toBeGreaterThanOrEqual(box?.x ?? Infinity);
    expect((hint?.x ?? 0) - (box?.x ?? 0)).toBeLessThan(60);
  });
});
