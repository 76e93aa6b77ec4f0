import { useLiveStore } from '../../../lib/live/live-store.ts';
import { patientCode } from '../../../lib/patient-code.ts';

/** A ballot is there long before, also on a slow line. */
const AFTER_MS = 4_000;
/** Phones that arrive at once do not fetch the code at once: six hundred take twelve seconds. */
const SPREAD_PER_UNIT_MS = 20;

const load = patientCode(() => import('./keep-heads.ts'));

/** Begins to keep heads when the first one has come, and the page has had its time. */
export function startHeads(): void {
  const stop = useLiveStore.subscribe(({ joints }) => {
    const first = Object.values(joints).find(({ joint }) => joint?.head)?.joint;
    if (!first) return;
    stop();
    setTimeout(
      () => {
        load().then(
          ({ keepHeads }) => keepHeads(),
          () => undefined,
        );
      },
      AFTER_MS + Math.random() * first.total.apartments * SPREAD_PER_UNIT_MS,
    );
  });
}
