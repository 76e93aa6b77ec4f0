import type { Departure } from '../../../../../shared/assemblies/codes.api.ts';
import { newKey } from '../../../../lib/delivery/kept-key.ts';
import { addDeparture } from '../kept/departures.store.ts';
import { serverNow } from '../scan/clock.ts';
import { signal } from '../scan/signal.ts';
import { departureWords } from '../scan/words.ts';

/**
 * Adds a departure to the list on the desk's screen, and shows the freed units and annulled votes on the coloured
 * band.
 * @param code public id of the person's card or badge, or the code if unlisted
 * @param departure freed units and annulled votes
 */
export function tellDeparture(jointId: number, code: string, departure: Departure): void {
  const id = newKey();
  const { apartments } = departure;
  addDeparture({ id, jointId, code, apartments, at: serverNow(), isUndone: false });
  signal('gone', departureWords(departure), id);
}
