import { workAloneIn } from '../../../src/wiring/job/work-alone.ts';
import { models } from './models.ts';

workAloneIn(process, { models });
