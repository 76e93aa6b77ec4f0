import { Profile } from '../../../../shared/profiles.ts';
import { useSession } from '../../../lib/session.store.ts';
import type { Debtor } from './owed-words.ts';

/** Whom the screen speaks of: an owner is spoken to. */
export const useDebtor = (): Debtor =>
  useSession((state) => (state.user?.profileId === Profile.owner ? 'Usted' : 'El inmueble'));

/** The question that every figure answers. */
export const useWhy = (): string => (useDebtor() === 'Usted' ? '¿Por qué debo esto?' : '¿Por qué debe esto?');
