import { workAloneIn } from './work-alone.ts';

// The program of a process that works on one job alone: {@link startAlone} starts it.
workAloneIn(process);
