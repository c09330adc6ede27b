import { workAloneIn } from '../../../src/wiring/work-alone.ts';
import { models } from './models.ts';

workAloneIn(process, { models });
