import { useLiveStore } from '../../../lib/live/store.ts';
import { patientCode } from '../../../lib/patient-code.ts';

/**
 * Delay in milliseconds before the code of the head checks is downloaded: the voting form loads first, even on a
 * slow line.
 */
const AFTER_MS = 4_000;
/**
 * Additional delay in milliseconds per unit of the joint. Spreads the code download of phones that arrive together:
 * 12 seconds for 600 units.
 */
const SPREAD_PER_UNIT_MS = 20;

const load = patientCode(() => import('./keep-heads.ts'));

/**
 * Starts `keepHeads`, the check of the audit trail in this browser, some time after the first received head, so the
 * page itself loads first.
 */
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
