import { headSignerOf } from '../../platform/audit/signing.ts';
import { TEST_SECRET, type TestApp } from '../../testing/app.ts';
import { papersQueue } from './papers-queue.ts';

/** Returns the queue that makes papers for a test application, without delay. */
export const papersQueueOf = ({ app, store }: Pick<TestApp, 'app' | 'store'>) =>
  papersQueue(
    { store, signer: headSignerOf(TEST_SECRET), publisher: { touch: () => undefined } as never },
    { log: app.log, afterMs: 0 },
  );

/** Makes the requested papers now; the application itself would wait some seconds. */
export const makePapersNow = (app: Pick<TestApp, 'app' | 'store'>): Promise<void> => papersQueueOf(app).run();
