import { headSignerOf } from '../../platform/audit/signing.ts';
import { TEST_SECRET, type TestApp } from '../../testing/app.ts';
import { papersQueue } from './papers-queue.ts';

/** Queue of papers of one process of an application, without its delay. */
export const papersQueueOf = ({ app, store }: Pick<TestApp, 'app' | 'store'>) =>
  papersQueue(
    { store, signer: headSignerOf(TEST_SECRET), publisher: { touch: () => undefined } as never },
    { log: app.log, afterMs: 0 },
  );

/** Makes the papers that are ordered, as the application does some seconds later. */
export const makePapersNow = (app: Pick<TestApp, 'app' | 'store'>): Promise<void> => papersQueueOf(app).run();
