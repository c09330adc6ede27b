import { formatPlaces } from '../replace/mentions.ts';
import type { PlaceOfName } from '../replace/mentions.ts';
import { count } from '../replace/words.ts';

/** The effects on the rest of the docs that `move_file`, `delete_file` and `add_redirect` report. */
interface ReportedChanges {
  /** Other files that changed, sorted. */
  updated: string[];
  redirects: { from: string; to: string; path: string }[];
  /** Redirects that could not be written because the agent may not change the file. */
  refused: { from: string; to: string; path: string }[];
  /** Old addresses without a redirect. */
  lost: string[];
  /** Where the old place is still named. */
  places: PlaceOfName[];
  /** Further lines about places that name the old one. */
  more: string[];
}

/** Reads the results of calls that belong together. */
export function readChanges(answers: readonly string[]): ReportedChanges {
  const reported: ReportedChanges = { updated: [], redirects: [], refused: [], lost: [], places: [], more: [] };
  for (const line of answers.flatMap((answer) => answer.split('\n').slice(0, mostLines))) {
    const known = forms.find(({ form }) => form.test(line));
    const match = known?.form.exec(line);
    if (known !== undefined && match != null)
      known.take(
        reported,
        match.slice(1).map((part) => part ?? ''),
      );
  }
  reported.updated = [...new Set(reported.updated)].sort();
  return reported;
}

/** Removes places in files with redirects, because these must contain the old addresses. */
export function withoutRedirects(places: readonly PlaceOfName[], { redirects }: ReportedChanges): PlaceOfName[] {
  const files = new Set(redirects.map(({ path }) => path));
  return places.filter(({ path }) => !files.has(path));
}

/** No tool returns more lines. */
const mostLines = 2_000;

const forms: { form: RegExp; take: (reported: ReportedChanges, parts: string[]) => void }[] = [
  {
    form: /^updated links or navigation in: (.+)$/u,
    take: (reported, [path = '']) => void reported.updated.push(path),
  },
  {
    form: /^redirected (.+) to (\S+) in (.+)$/u,
    take: (reported, [from = '', to = '', path = '']) => void reported.redirects.push({ from, to, path }),
  },
  {
    form: /^not redirected: (.+) is for people to change; name (.+) → (.+) at the end$/u,
    take: (reported, [path = '', from = '', to = '']) => void reported.refused.push({ from, to, path }),
  },
  { form: /^nothing leads on from (.+)$/u, take: (reported, [address = '']) => void reported.lost.push(address) },
  {
    form: /^still names the old place: (.+?):(\d+) /u,
    take: (reported, [path = '', line = '']) => void reported.places.push({ path, line: Number(line) }),
  },
  {
    form: /^names the old place, and is for people to change: (.+)$/u,
    take: (reported, [path = '']) =>
      void reported.more.push(`${path}: it names the old place; a person must change it`),
  },
  {
    form: /^… (\d+) more places name it: /u,
    take: (reported, [more = '']) =>
      void reported.more.push(`${count(Number(more), 'further place')} with the old path or address`),
  },
];

/** How many addresses are named one by one. */
const addressesNamed = 5;

/** Returns sentences about redirects, and lines about what was left. `name` is the name of the old place. */
export function formatChanges(reported: ReportedChanges, name: string): { notes: string[]; left: string[] } {
  const { redirects, refused, lost, more } = reported;
  const files = [...new Set(redirects.map(({ path }) => path))];
  const shown = files.slice(0, addressesNamed).join(', ') + (files.length > addressesNamed ? ', …' : '');
  const [only] = redirects;
  const led =
    redirects.length === 1 && only !== undefined
      ? [`Redirected ${only.from} to ${only.to} in ${only.path}.`]
      : redirects.length > 1
        ? [`Wrote ${count(redirects.length, 'redirect')} in ${shown}.`]
        : [];
  return {
    notes: led,
    left: [
      ...refused.map(({ from, to, path }) => `${path}: a person must change it; ${from} should lead to ${to} there`),
      ...(lost.length === 0 ? [] : [`Nothing leads on from ${listAddresses(lost)}`]),
      ...formatPlaces(reported.places, name),
      ...more,
    ],
  };
}

function listAddresses(addresses: readonly string[]): string {
  const first = addresses.slice(0, addressesNamed).join(', ');
  return addresses.length > addressesNamed ? `${first} and ${addresses.length - addressesNamed} more` : first;
}
