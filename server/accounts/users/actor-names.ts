import type { Db } from '../../platform/db/engine.ts';
import { readUserNames } from './users.repository.ts';

/** Names of those who did something. A code is a credential: it is never one of them. */
export interface ActorNames {
  /** The name of a user by its number as text; null where there is no such user. */
  user: (userId: string) => string | null;
  /** `user:12` → the user's name. */
  actor: (actor: string) => string;
}

/** Looks up the names of the users among some actors. */
export async function readActorNames(db: Db, actors: readonly string[]): Promise<ActorNames> {
  const users = actors.flatMap((actor) => (actor.startsWith('user:') ? [actor.slice(5)] : []));
  const ids = [...new Set(users)].map(Number).filter(Number.isSafeInteger);
  const names = await readUserNames(db, ids);
  const user = (userId: string) => names.get(Number(userId)) ?? null;
  return {
    user,
    actor: (actor) => {
      const [kind, id = ''] = actor.split(':', 2);
      if (kind === 'user') return user(id) ?? `Usuario ${id}`;
      return kind === 'code' ? 'Asistente con código QR' : 'SCAF';
    },
  };
}
