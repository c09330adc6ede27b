import type { CompareBench } from './bench.ts';
import { checks } from './checks.ts';
import { jobs } from './jobs.ts';
import { load } from './load.ts';
import { pages } from './pages.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { views } from './views.ts';

export const benchNames = ['jobs', 'views', 'checks', 'search', 'start', 'pages', 'load'] as const;

export type BenchName = (typeof benchNames)[number];

export const benches: Record<BenchName, CompareBench> = { jobs, views, checks, search, start, pages, load };
