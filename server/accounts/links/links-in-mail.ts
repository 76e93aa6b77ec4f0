import type { Prepared } from '../../platform/mail/mail-kind.ts';
import { dropAccess, insertAccess, type NewAccess } from './access-links.repository.ts';

/** The secrets in a message: stored before it leaves, and dropped where it certainly stayed. */
export function linksInMail(made: readonly NewAccess[]): Pick<Prepared, 'onLeased' | 'onStayed'> {
  return {
    onLeased: (trx, at) => insertAccess(trx, made, { actor: 'mail', at }),
    onStayed: (db) =>
      dropAccess(
        db,
        made.map(({ hash }) => hash),
      ),
  };
}
