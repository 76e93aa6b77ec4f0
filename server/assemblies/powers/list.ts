import type { Power, PowerState } from '../../../shared/assemblies/powers/powers.api.ts';
import { type Nano, toNumber } from '../../../shared/coefficient.ts';
import { ownerKey } from '../../../shared/properties/person.ts';
import { readActorNames } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import { JointDirectory, readSettingsThen } from '../../properties/index.ts';
import { findAssembly } from '../store/assembly.repository.ts';
import { readEnding } from '../store/papers/ending.repository.ts';
import { type PowersContext, readPowerBook } from './acts.ts';
import { judgePaper, judgePower, type PowerBook } from './limits.ts';
import { listPages, readRegisteredUnits, type StoredPower } from './powers.repository.ts';

/**
 * Reads the powers of attorney of an assembly for the screen: units as on the assembly's roll (list of units
 * with owners), actors by name, and warnings for pending and accepted powers.
 */
export async function readPowerList(place: PowersContext): Promise<Power[]> {
  const { trx, assembly } = place;
  const { assemblyId } = assembly;
  const whole = await findAssembly(trx, assemblyId);
  const ending = whole === undefined ? null : await readEnding(trx, whole);
  const rules =
    ending === null ? undefined : (await readSettingsThen(trx, assembly.rootId, ending.seq)).powerRules;
  const book = await readPowerBook(place, rules);
  if (book.powers.length === 0) return [];
  const registered = new Map(
    (await readRegisteredUnits(trx, assemblyId)).map(({ apartmentId, powerId }) => [apartmentId, powerId]),
  );
  const pages = await listPages(trx, { assemblyId });
  const actors = book.powers.flatMap(({ enteredBy, decidedBy, units }) => [
    enteredBy,
    ...(decidedBy === null ? [] : [decidedBy]),
    ...units.flatMap(({ end }) => (end === null ? [] : [end.by])),
  ]);
  const names = await readActorNames(trx, actors);
  const unitsByOwner = new Map<string, string[]>();
  const personByKey = new Map<string, string>();
  for (const [apartmentId, [unit]] of book.roll) {
    if (unit === undefined) continue;
    unitsByOwner.set(unit.ownerKey, [...(unitsByOwner.get(unit.ownerKey) ?? []), apartmentId]);
    personByKey.set(ownerKey(unit.owner, unit.ownerDocument, apartmentId), unit.ownerKey);
  }
  return book.powers.map((power): Power => {
    const units = power.units.map(({ apartmentId, end }) => {
      const onRoll = book.roll.get(apartmentId)?.[0];
      return {
        apartmentId,
        owner: onRoll?.owner ?? '',
        nano: onRoll?.coefficient ?? (0 as Nano),
        end: end === null ? null : { ...end, at: iso(end.at), by: names.actor(end.by, end.at) },
        isRegistered: registered.get(apartmentId) === power.powerId,
      };
    });
    return {
      powerId: power.powerId,
      granter: power.granter,
      holder: power.holder,
      ...(power.substitute && { substitute: power.substitute }),
      units: units.map(({ nano, ...unit }) => ({ ...unit, coefficient: toNumber(nano) })),
      coefficient: toNumber(units.reduce((sum, { nano }) => sum + nano, 0) as Nano),
      origin: power.origin,
      instructions: power.instructions,
      enteredAt: iso(power.enteredAt),
      enteredBy: names.actor(power.enteredBy, power.enteredAt),
      state: powerState(power),
      decidedAt: power.decidedAt === null ? null : iso(power.decidedAt),
      decidedBy:
        power.decidedBy === null || power.decidedAt === null
          ? null
          : names.actor(power.decidedBy, power.decidedAt),
      reason: power.reason,
      pages: pages.flatMap(({ powerId, ...page }) => (powerId === power.powerId ? [page] : [])),
      warnings: warningsOf(book, power),
      holderUnits:
        unitsByOwner.get(personByKey.get(ownerKey(power.holder.name, power.holder.document, '')) ?? '') ?? [],
    };
  });
}

function powerState({ state, usedAt }: StoredPower): PowerState {
  return state === 'accepted' && usedAt !== null ? 'used' : state;
}

function warningsOf(book: PowerBook, power: StoredPower): Power['warnings'] {
  if (power.state !== 'pending' && power.state !== 'accepted') return [];
  const apartmentIds = power.units.flatMap(({ apartmentId, end }) => (end === null ? [apartmentId] : []));
  const withPending = power.state === 'pending';
  return [
    ...judgePower(book, power, apartmentIds, { withPending }),
    ...judgePaper(book, { ...power, apartmentIds }),
  ];
}

const iso = (at: number): string => new Date(at).toISOString();

/** Reads the powers of attorney for units of a joint or sector, for reports and the acta. */
export async function powersOn(
  trx: Db,
  {
    where: { assemblyId, jointId },
    rootId,
  }: { where: { assemblyId: number; jointId: number }; rootId: number },
): Promise<Power[]> {
  const directory = new JointDirectory(trx);
  const family = jointId === rootId ? await directory.family(rootId) : [jointId];
  const powers = await readPowerList({ trx, assembly: { assemblyId, rootId }, family });
  return jointId === rootId ? powers : powers.filter(({ coefficient }) => coefficient > 0);
}
