import { Profile } from '../../../../shared/profiles.ts';
import { useSession } from '../../../lib/session.store.ts';
import type { Debtor } from './owed-words.ts';

/** Returns the subject for sentences about a debt: 'Usted' for a signed-in owner, else 'El inmueble'. */
export const useDebtor = (): Debtor =>
  useSession((state) => (state.user?.profileId === Profile.owner ? 'Usted' : 'El inmueble'));

/** Returns the question shown on the link to the reasons for a debt. */
export const useWhy = (): string => (useDebtor() === 'Usted' ? '¿Por qué debo esto?' : '¿Por qué debe esto?');

/** Hash of the address of a bill, to open the bill at the answer to '¿Por qué debo esto?'. */
export const WHY_HASH = '#por-que';
