import { anyMomentOf } from '../../../lib/live/live-link.ts';
import { useLiveStore } from '../../../lib/live/live-store.ts';
import { patientCode } from '../../../lib/patient-code.ts';

/** A ballot is there long before, also on a slow line. */
const AFTER_MS = 6_000;
/** Two hundred phones that arrive at once do not fetch the code at once. */
const SPREAD_MS = 6_000;

const load = patientCode(() => import('./keep-heads.ts'));

/** Begins to keep heads when the first one has come, and the page has had its time. */
export function startHeads(): void {
  const stop = useLiveStore.subscribe(({ joints }) => {
    if (!Object.values(joints).some(({ joint }) => joint?.head)) return;
    stop();
    setTimeout(() => {
      load().then(
        ({ keepHeads }) => keepHeads(),
        () => undefined,
      );
    }, AFTER_MS + anyMomentOf(SPREAD_MS));
  });
}
