import type { PaymentPlaces } from '../../../shared/billing/where-to-pay.ts';
import { Profile } from '../../../shared/profiles.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/**
 * Recipient of the mail about changed payment data (bank account, payment key) of a joint (co-owned
 * property): a person able to notice a fraud.
 */
export interface Watcher {
  userId: number;
  name: string;
  address: string;
}

/**
 * Lists the users to warn about changed payment data (bank account, payment key) of a joint, against fraud:
 * the enabled administrators of the joint's billing and members of the council with a mail address. Members
 * of the council are found by identity number in the joint's list of barred persons.
 * @param jointIds the joint and its main joint
 */
export async function listWatchers(
  db: Db,
  { jointId, jointIds }: { jointId: number; jointIds: readonly number[] },
): Promise<Watcher[]> {
  const council = await db
    .selectFrom('barred_person')
    .select('document')
    .where('joint_id', 'in', [...jointIds])
    .where('role', '=', 'council')
    .where('removed_at', 'is', null)
    .execute();
  // The store holds normalised documents of users.
  const documents = council.flatMap(({ document }) => documentKeys(document));
  const rows = await db
    .selectFrom('user_account as u')
    .select(['u.user_id as userId', 'u.name', 'u.email'])
    .where('u.disabled_at', 'is', null)
    .where('u.email', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('u.profile_id', '=', Profile.admin),
          eb.exists(
            eb
              .selectFrom('user_joint as l')
              .select('l.user_id')
              .whereRef('l.user_id', '=', 'u.user_id')
              .where('l.joint_id', '=', jointId)
              .where('l.service', '=', 'billing'),
          ),
        ]),
        ...(documents.length === 0 ? [] : [eb('u.document', 'in', documents)]),
      ]),
    )
    .orderBy('u.user_id')
    .execute();
  return rows.map(({ userId, name, email }) => ({ userId, name, address: email ?? '' }));
}

/**
 * Finds the change of a joint's billing settings made at an exact time (epoch ms), for the text of the mail
 * about changed payment data. Undefined if no change has the time.
 * @returns `actor`: author as in the audit trail ('user:12'); `before` and `after`: old and new values of the
 *   changed settings only
 */
export async function findSettingsChange(
  db: Db,
  { jointId, at }: { jointId: number; at: Millis },
): Promise<{ actor: string; after: Partial<PaymentPlaces>; before: Partial<PaymentPlaces> } | undefined> {
  const row = await db
    .selectFrom('audit_entry')
    .select(['actor', 'act', 'data'])
    .where('chain', '=', billingChain(jointId))
    .where('act', 'in', ['billingSettingsChanged', 'gatewayChanged'])
    .where('at', '=', at)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { before, ...after } = JSON.parse(row.data);
  if (row.act === 'billingSettingsChanged') return { actor: row.actor, after, before };
  return { actor: row.actor, after: onlinePlace(after), before: onlinePlace(before) };
}

/** Describes the keys of a payment gateway as a place to pay. */
const onlinePlace = ({ isOn, publicKey }: { isOn: boolean; publicKey: string }): Partial<PaymentPlaces> =>
  isOn
    ? { paymentPlace: `Pagos en línea por la pasarela, a la cuenta de la llave pública ${publicKey}` }
    : {};
