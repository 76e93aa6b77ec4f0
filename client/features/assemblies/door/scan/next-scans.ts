import { isPendingScan, type ScanEntry } from '../kept/scan.ts';

/** Maximum number of concurrent registration requests. Avoids a flood when the Wi-Fi returns. */
const AT_ONCE = 4;

type ScanFacts = Pick<ScanEntry, 'id' | 'jointId' | 'code' | 'state' | 'apartments' | 'wish'>;

/**
 * Registrations to send now. A registration waits for earlier unsent registrations with the same code or unit, so
 * that the server receives the scans of a card in order.
 */
export function nextScans<Entry extends ScanFacts>(
  entries: readonly Entry[],
  rests: (entry: Entry) => boolean,
): Entry[] {
  const taken = new Set<string>();
  const next: Entry[] = [];
  let underWay = 0;
  for (const entry of entries) {
    if (!isPendingScan(entry)) continue;
    const claims = claimsOf(entry);
    const isFree = claims.every((claim) => !taken.has(claim));
    for (const claim of claims) taken.add(claim);
    if (entry.state === 'sending') underWay += 1;
    else if (isFree && !rests(entry)) next.push(entry);
  }
  return next.slice(0, Math.max(0, AT_ONCE - underWay));
}

function claimsOf({ jointId, code, apartments, wish }: ScanFacts): string[] {
  const ids = new Set([...apartments.map((unit) => unit.apartmentId), ...(wish.apartmentIds ?? [])]);
  return [`code ${code}`, ...[...ids].map((id) => `unit ${jointId} ${id}`)];
}
