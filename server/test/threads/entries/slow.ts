import { parentPort } from 'node:worker_threads';
import { whenLoaded } from '../../../src/threads/when-loaded.ts';
import './waits.ts';

parentPort?.postMessage('loaded', []);
whenLoaded(() => parentPort?.on('message', () => {}));
