import { Profile } from '../../../../shared/profiles.ts';
import { useSession } from '../../../lib/session.store.ts';
import type { Debtor } from './owed-words.ts';

/**
 * Hook: returns the subject for Spanish sentences about a debt: 'Usted' for a signed-in owner, else 'El
 * inmueble'.
 */
export const useDebtor = (): Debtor =>
  useSession((state) => (state.user?.profileId === Profile.owner ? 'Usted' : 'El inmueble'));

/**
 * Hook: returns the text of the link from a debt to the explanation: '¿Por qué debo esto?' for an owner, else
 * '¿Por qué debe esto?'.
 */
export const useWhy = (): string => (useDebtor() === 'Usted' ? '¿Por qué debo esto?' : '¿Por qué debe esto?');

/**
 * Hash at the end of a bill's address: opens the page of the bill at the explanation of the debt ('¿Por qué
 * debo esto?').
 */
export const WHY_HASH = '#por-que';
