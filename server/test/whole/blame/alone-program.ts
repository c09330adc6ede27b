import { workAloneIn } from '../../../src/wiring/jobs/work-alone.ts';
import { models } from './models.ts';

workAloneIn(process, { models });
