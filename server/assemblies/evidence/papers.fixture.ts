import pino from 'pino';
import { headSignerOf } from '../../platform/audit/signing.ts';
import { TEST_SECRET, type TestApp } from '../../testing/app.ts';
import { papersQueue } from './papers-queue.ts';

/** Queue of papers of one process of an application, without its delay. */
export const papersQueueOf = ({ store }: Pick<TestApp, 'store'>) =>
  papersQueue(
    { store, signer: headSignerOf(TEST_SECRET), publisher: { touch: () => undefined } as never },
    { log: pino({ level: 'silent' }) as never, afterMs: 0 },
  );

/** Makes the papers that are ordered, as the application does some seconds later. */
export const makePapersNow = (app: Pick<TestApp, 'store'>): Promise<void> => papersQueueOf(app).run();
