import type { InputOf } from '../../../shared/api.ts';
import { bareText } from '../../../shared/bare-text.ts';
import type {
  ContactRefusal as ApiRefusal,
  addChannel,
  Debtor,
  Reminder,
} from '../../../shared/billing/collection/reminders.api.ts';
import { whereToPayLines } from '../../../shared/billing/where-to-pay.ts';
import { type Day, shortDay, today as todayNow } from '../../../shared/days.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { dateTime } from '../../../shared/format.ts';
import { fitsChannel } from '../../../shared/mail/address.ts';
import { type Centavos, formatPesos, sumMoney, toPesos } from '../../../shared/money.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertMail } from '../../platform/mail/outbox.repository.ts';
import { JointDirectory } from '../../properties/index.ts';
import { accountFor } from '../accounts/own-units.ts';
import { demandable } from '../agreements/standing.ts';
import { type BilledUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import type { Books } from '../ledger/books.repository.ts';
import { inBooks } from '../ledger/books-act.ts';
import { readJointAccounts } from '../reports/read-accounts.ts';
import { type ContactRefusal, refusalOf } from './permitted.ts';
import * as stored from './reminders.repository.ts';

/** Time (ms) of earlier contacts possibly in the same calendar week. */
const WEEK_MS = 7 * DAY_MS;

type Owner = Pick<BilledUnit, 'owner' | 'ownerDocument'>;

const nameKey = (name: string): string[] => (name.trim() === '' ? [] : [bareText(name).trim()]);

/** Returns the keys of an owner: the numbers of all documents, and the bare name. */
const keysOfOwner = ({ owner, ownerDocument }: Owner): string[] => [
  ...documentKeys(ownerDocument),
  ...nameKey(owner),
];

/** Returns the key of a person over all units of a joint: a document's number, else the bare name. Null without an owner. */
const personKey = (owner: Owner): string | null => keysOfOwner(owner)[0] ?? null;

/** Returns an address in a comparable form: a mail address in lower case, the last ten digits of a phone number. */
const addressKey = (address: string): string =>
  address.includes('@') ? address.toLowerCase() : `tel ${address.replace(/\D/g, '').slice(-10)}`;

/**
 * Creates the service for reminders of overdue debts inside Ley 2300 de 2023: authorised channels, contacts with text
 * and result, and refusals with the article and the next permitted instant.
 */
export function remindersService({ store: { db }, mail }: Context) {
  /** Lists the persons with demandable debts, the largest debt first. Empty before the first movement. */
  const debtors = (jointId: number): Promise<Debtor[]> =>
    readAsOfNow(db, async (trx) => {
      const now = Date.now();
      const grounds = await readGrounds(trx, jointId, { at: now, today: todayNow() });
      return (await readPersons(trx, jointId)).map(({ person, name, units, overdue }) => {
        const channels = standingChannels(grounds.channels, person, todayNow());
        const own = earlierContacts(grounds, person);
        const refusal = refusalOf(now, own, channels.length > 0);
        return {
          name,
          units,
          overdue: toPesos(overdue),
          channels: channels.map(({ person: _, revokedOn: __, ...channel }) => channel),
          refusal: refusal && refusalToApi(refusal),
          lastContact: own.length === 0 ? null : new Date(Math.max(...own)).toISOString(),
        };
      });
    });

  /** Notes a channel authorised by an owner. @throws Problem apartmentNotFound, contactNotOwner, badRequest */
  async function authorise(principal: Principal, jointId: number, body: InputOf<typeof addChannel>['body']) {
    const account = await accountFor(db, principal, { jointId, apartmentId: body.apartmentId });
    return inBooks(db, { jointId, actor: principal.actor }, async ({ trx, today, audit }) => {
      const unit = (await listBilledUnits(trx, jointId, today)).find((one) => one.apartmentId === account);
      const person = unit === undefined ? null : personKey(unit);
      if (unit === undefined || person === null) throw new Problem('contactNotOwner');
      const { channel, authorisedOn, proof } = body;
      const address = body.address.trim();
      if (authorisedOn > today || !fitsChannel(channel, address)) throw new Problem('badRequest');
      const channelId = await stored.insertChannel(trx, jointId, {
        person,
        channel,
        address,
        authorisedOn,
        proof,
      });
      await audit('channelAuthorised', {
        channelId,
        name: erasable(unit.owner),
        channel,
        address: erasable(address),
        authorisedOn,
        proof: erasable(proof),
      });
      return { channelId, channel, address, authorisedOn, proof };
    });
  }

  /** Notes the revocation of a channel. Repeating has no effect. @throws Problem channelNotFound */
  async function revoke(
    { actor }: Principal,
    { jointId, channelId }: { jointId: number; channelId: number },
  ) {
    await inBooks(db, { jointId, actor }, async ({ trx, today, audit }) => {
      const channel = (await stored.listChannels(trx, jointId)).find((one) => one.channelId === channelId);
      if (channel === undefined) throw new Problem('channelNotFound');
      if (channel.revokedOn !== null) return;
      await stored.setRevokedOn(trx, jointId, channelId, today);
      await audit('channelRevoked', { channelId, address: erasable(channel.address) });
    });
  }

  /**
   * Contacts a person: stores the contact, and queues the mail or returns the text to share. The contact counts from now on.
   * @throws Problem channelNotFound, nothingOverdue, contactRefused
   */
  async function remind({ actor }: Principal, jointId: number, channelId: number): Promise<Reminder> {
    const made = await inBooks(db, { jointId, actor }, async ({ trx, books, at, today, audit }) => {
      const grounds = await readGrounds(trx, jointId, { at, today });
      const channel = grounds.channels.find((one) => one.channelId === channelId && one.revokedOn === null);
      if (channel === undefined) throw new Problem('channelNotFound');
      const { person } = channel;
      const debtor = (await readPersons(trx, jointId)).find((one) => one.person === person);
      if (debtor === undefined) throw new Problem('nothingOverdue');
      const refusal = refusalOf(at, earlierContacts(grounds, person), channel.authorisedOn <= today);
      if (refusal !== null) throw new Problem('contactRefused', refusalToApi(refusal));
      const { name, units } = debtor;
      const { jointName } = await requireJoint(new JointDirectory(trx), jointId);
      const text = reminderText(debtor, jointName, books, today);
      const reminderId = await stored.insertReminder(
        trx,
        jointId,
        { person, name, units, channelId, at, text },
        actor,
      );
      const { address } = channel;
      if (channel.channel === 'mail')
        await insertMail(trx, [
          {
            kind: 'reminder',
            once_key: stored.reminderKey(jointId, reminderId),
            joint_id: jointId,
            to_address: address,
            created_at: at,
            created_by: actor,
          },
        ]);
      await audit('reminderMade', {
        reminderId,
        channelId,
        name: erasable(name),
        address: erasable(address),
        apartmentIds: units,
        text: erasable(text),
      });
      const [contact] = await stored.listContacts(trx, jointId);
      if (contact === undefined) throw new Problem('internal');
      return contact;
    });
    mail.nudge();
    return made;
  }

  return { debtors, authorise, revoke, remind, list: (jointId: number) => stored.listContacts(db, jointId) };
}

interface Grounds {
  channels: stored.StoredChannel[];
  /** Contacts of the last days, with the keys of the person and of the address. */
  contacts: { keys: string[]; at: Millis }[];
  /** Keys of the owners with the person's key. */
  keysOf: (person: string) => ReadonlySet<string>;
}

async function readGrounds(
  db: Db,
  jointId: number,
  { at, today }: { at: Millis; today: Day },
): Promise<Grounds> {
  const keysOfPersons = new Map<string, Set<string>>();
  for (const unit of await listBilledUnits(db, jointId, today)) {
    const person = personKey(unit);
    if (person === null) continue;
    keysOfPersons.set(person, new Set([...(keysOfPersons.get(person) ?? []), ...keysOfOwner(unit)]));
  }
  const keysOf = (person: string) => keysOfPersons.get(person) ?? new Set([person]);
  const contacts = await stored.contactsSince(db, jointId, at - WEEK_MS);
  return {
    channels: await stored.listChannels(db, jointId),
    contacts: contacts.map(({ person, name, address, at: then }) => ({
      keys: [person, ...keysOf(person), ...nameKey(name), addressKey(address)],
      at: then,
    })),
    keysOf,
  };
}

const standingChannels = (channels: readonly stored.StoredChannel[], person: string, day: Day) =>
  channels.filter((one) => one.person === person && one.revokedOn === null && one.authorisedOn <= day);

/**
 * Returns the instants of the last contacts with a person: any document, name or address of the contact is of the person. The
 * owners of different units may have the same name: the shared budget is the safe side.
 */
function earlierContacts({ channels, contacts, keysOf }: Grounds, person: string): Millis[] {
  const names = keysOf(person);
  const addresses = channels.flatMap((one) => (names.has(one.person) ? [addressKey(one.address)] : []));
  const own = new Set([...names, ...addresses]);
  return contacts.flatMap(({ keys, at }) => (keys.some((key) => own.has(key)) ? [at] : []));
}

interface OwingPerson {
  person: string;
  name: string;
  units: string[];
  overdue: Centavos;
}

/** Reads the persons with demandable debts over all accounts, the largest debt first. */
async function readPersons(trx: Db, jointId: number): Promise<OwingPerson[]> {
  const persons = new Map<string, OwingPerson>();
  const { accounts, day } = await readJointAccounts(trx, { jointId });
  for (const { unit, account } of accounts) {
    const { apartmentId, owner } = unit;
    const person = personKey(unit);
    const demanded = demandable(account, day);
    if (person === null || demanded === 0) continue;
    const before = persons.get(person);
    const units = [...(before?.units ?? []), apartmentId];
    const overdue = sumMoney([...(before === undefined ? [] : [before.overdue]), demanded]);
    persons.set(person, { person, name: before?.name ?? owner, units, overdue });
  }
  return [...persons.values()].sort((a, b) => b.overdue - a.overdue);
}

/** Writes the text of a reminder: joint, debt, place to pay, and alternatives. Never asks for the reason (Ley 2300, art. 7). */
function reminderText(
  { name, units, overdue }: OwingPerson,
  jointName: string,
  { settings }: Books,
  day: Day,
): string {
  const which = units.length === 1 ? `el inmueble ${units[0]}` : `los inmuebles ${units.join(', ')}`;
  const places = whereToPayLines(settings);
  return [
    `Señor(a) ${name}: al ${shortDay(day)} hay ${formatPesos(overdue)} vencidos por ${which} de ${jointName}.`,
    ...(places.length === 0 ? [] : [`Puede pagar en: ${places.join('; ')}.`]),
    'Si prefiere un acuerdo de pago, comuníquese con la administración. Si ya pagó, no tenga en cuenta este mensaje.',
  ].join('\n');
}

const HOURS = 'lunes a viernes de 7:00 a 19:00 y sábados de 8:00 a 15:00, nunca domingos ni festivos';
const sentences: Readonly<Record<ContactRefusal['rule'], string>> = {
  channel: 'La persona no ha autorizado un canal para el cobro (Ley 2300 de 2023, art. 2).',
  hours: `Los contactos se permiten de ${HOURS} (Ley 2300 de 2023, art. 3).`,
  week: 'Ya hubo un contacto con esta persona en la semana, por cualquiera de sus inmuebles (Ley 2300 de 2023, art. 3).',
};

function refusalToApi({ rule, next }: ContactRefusal): ApiRefusal {
  const instant = next === null ? null : new Date(next).toISOString();
  const when = instant === null ? '' : ` Desde el ${dateTime(instant)}.`;
  return { message: `${sentences[rule]}${when}`, next: instant };
}
