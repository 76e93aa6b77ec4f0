import { lazy, Suspense } from 'react';
import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { patientCode } from '../../../lib/patient-code.ts';

// Loaded on demand: a release is rare, and a voting phone must load little.
const ReleasedList = lazy(
  patientCode(async () => ({ default: (await import('./released-list.tsx')).ReleasedList })),
);

/**
 * Notice on an owner's page about own units freed by the desk, so no longer registered. Renders no element if no
 * unit was freed.
 */
export function ReleasedNotice({ units }: { units: readonly OwnApartment[] }) {
  if (units.every(({ released }) => released === undefined)) return null;
  return (
    <Suspense fallback={null}>
      <ReleasedList units={units} />
    </Suspense>
  );
}
