import { Profile } from '../../../../shared/profiles.ts';
import { useSession } from '../../../lib/session.store.ts';
import type { Debtor } from './owed-words.ts';

/** Subject of the sentences: an owner is addressed as 'Usted'. */
export const useDebtor = (): Debtor =>
  useSession((state) => (state.user?.profileId === Profile.owner ? 'Usted' : 'El inmueble'));

/** Question that each figure answers. */
export const useWhy = (): string => (useDebtor() === 'Usted' ? '¿Por qué debo esto?' : '¿Por qué debe esto?');
