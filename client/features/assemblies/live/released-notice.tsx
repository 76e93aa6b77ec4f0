import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { lazyPart } from '../../../ui/optional-part.tsx';

// Loaded on demand: a release is rare, and a voting phone must load little.
const ReleasedList = lazyPart(async () => (await import('./released-list.tsx')).ReleasedList);

/**
 * Notice on an owner's page about own units freed by the desk, so no longer registered, and about a code opened on
 * another device. Renders no element without both.
 */
export function ReleasedNotice({ units }: { units: readonly OwnApartment[] }) {
  if (!units.some((unit) => unit.released || unit.openedAgainAt)) return null;
  return <ReleasedList units={units} />;
}
