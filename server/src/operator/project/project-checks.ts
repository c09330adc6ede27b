import { type Command, InvalidArgumentError } from 'commander';
import type { ChecksSetting, Project, ProjectChange } from '../../projects/project.ts';
import { parseOneOf } from '../options.ts';

/** The options that set how the checks of a project judge a change. */
export interface CheckOptions {
  checks?: ChecksSetting;
  guardViews?: number;
  /** False for --no-site-url, and for `none`. */
  siteUrl?: string | false;
}

export function addCheckOptions(command: Command): Command {
  return command
    .option(
      '--checks <how>',
      'what happens with problems that the model contests: strict or draft',
      parseOneOf<ChecksSetting>('strict', 'draft'),
    )
    .option(
      '--guard-views <views>',
      'a lost address with this many views in 30 days is an error; 0 for never',
      parseGuardViews,
    )
    .option(
      '--site-url <url>',
      'where the site is published, such as https://docs.example.com: its sitemap tells which pages there are',
      parseSiteUrl,
    )
    .option('--no-site-url', 'remove the address of the published site');
}

/** Undefined means not given. */
export function checksOf({
  checks,
  guardViews,
  siteUrl,
}: CheckOptions): Pick<ProjectChange, 'checks' | 'guardViews' | 'siteUrl'> {
  return { checks, guardViews, siteUrl: siteUrl === false ? null : siteUrl };
}

/** Returns how a project's changes are checked, as `printFields` takes it. */
export function checkFields({ checks, guardViews, siteUrl }: Project): [name: string, value: string | undefined][] {
  const guard = guardViews === 0 ? 'off' : `from ${guardViews.toLocaleString('en')} views in 30 days on`;
  return [
    ['checks', checks],
    ['address guard', guard],
    ['site', siteUrl ?? undefined],
  ];
}

const mostViews = 1_000_000_000;

function parseGuardViews(text: string): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  if (number >= 0 && number <= mostViews) return number;
  throw new InvalidArgumentError(`Give a whole number from 0 to ${mostViews}; 0 switches the guard off.`);
}

/** Parses `https://docs.example.com/` into `https://docs.example.com`. False removes the setting. */
function parseSiteUrl(text: string): string | false {
  if (text === '' || text === 'none') return false;
  const url = URL.parse(text);
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(text);
  // The text itself is tested, because URL treats an empty query or fragment like none.
  if (!isAddress || url.username !== '' || url.password !== '' || /[?#]/.test(text)) {
    throw new InvalidArgumentError(
      'Give an address such as https://docs.example.com or https://example.com/docs, without a user, query or fragment; none removes it.',
    );
  }
  return url.href.replace(/\/+$/, '');
}
