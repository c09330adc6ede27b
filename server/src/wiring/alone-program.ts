import { workAloneIn } from './job/work-alone.ts';

// The program of a process that works on a single job. {@link startAlone} starts it.
workAloneIn(process);
