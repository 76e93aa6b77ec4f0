import { headSignerOf } from '../../platform/audit/signing.ts';
import { TEST_SECRET, type TestApp } from '../../testing/app.ts';
import { papersQueue } from './papers-queue.ts';

/** Queue of papers of an application's process, without delay. */
export const papersQueueOf = ({ app, store }: Pick<TestApp, 'app' | 'store'>) =>
  papersQueue(
    { store, signer: headSignerOf(TEST_SECRET), publisher: { touch: () => undefined } as never },
    { log: app.log, afterMs: 0 },
  );

/** Makes ordered papers now. The application waits some seconds. */
export const makePapersNow = (app: Pick<TestApp, 'app' | 'store'>): Promise<void> => papersQueueOf(app).run();
