import type { PowerPersons } from '../../../shared/assemblies/powers/persons.ts';
import { percent, percentBeside } from '../../../shared/format.ts';
import { readDocument } from '../../../shared/properties/documents.ts';
import { mayBeOwner, mayBeSame, type NamedPerson, ownerKey } from '../../../shared/properties/person.ts';
import {
  barredRoleNames,
  type PowerRules,
  type PowerWarning,
} from '../../../shared/properties/power-rules.api.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import type { RepresentedUnits } from '../store/attendance/stays.repository.ts';
import type { OwnedUnit, StoredPower } from './powers.repository.ts';

/**
 * All data of an assembly to check a power of attorney: limits of the by-laws, rolls, entered powers, present
 * proxies. Read by `readPowerBook`.
 */
export interface PowerBook {
  rules: PowerRules;
  /** Rows on the assembly's roll (list of units) by unit id: in the joint, and in each sector with the unit. */
  roll: ReadonlyMap<string, readonly OwnedUnit[]>;
  /** Sum of the coefficients on each roll. Key: number of the joint or sector. Value: sum in 10⁻⁹. */
  totals: ReadonlyMap<number, number>;
  /** Powers of the assembly in the order of entry. */
  powers: readonly StoredPower[];
  /** Units registered now by power, each with the name of the proxy. */
  proxies: readonly { apartmentId: string; name: string; document: string | null }[];
}

/** 100 percent, in hundredths of a percent. */
const HUNDRED_PERCENT = 10_000n;

/**
 * Checks the limits of the by-laws for a person with a new power of attorney: number of represented owners, share
 * of the coefficient, barred persons. Own units of the person do not count.
 * @param apartmentIds units added by the new power
 * @param withPending true to count powers not accepted yet
 * @returns warnings; empty within the limits
 */
export function judgeHolder(
  book: PowerBook,
  holder: NamedPerson,
  apartmentIds: readonly string[],
  { withPending }: { withPending: boolean },
): PowerWarning[] {
  const { rules, roll, powers, proxies } = book;
  const isOwn = (apartmentId: string) => isUnitOf(roll.get(apartmentId)?.[0], holder);
  if (apartmentIds.every(isOwn)) return [];
  const represented = new Set(apartmentIds);
  for (const power of powers) {
    if (!mayBeSame(power.holder, holder)) continue;
    const counts = withPending && power.state === 'pending';
    for (const unit of power.units) {
      if (unit.standing || (counts && unit.end === null)) represented.add(unit.apartmentId);
    }
  }
  for (const proxy of proxies) if (mayBeSame(proxy, holder)) represented.add(proxy.apartmentId);
  const units = [...represented].filter((id) => !isOwn(id)).flatMap((id) => roll.get(id) ?? []);

  const warnings: PowerWarning[] = [];
  const owners = new Set(units.map(({ ownerKey }) => ownerKey)).size;
  if (rules.limit !== null && owners > rules.limit) {
    warnings.push({
      code: 'limit',
      message: `${holder.name} representaría a ${owners} propietarios; el límite es ${rules.limit}.`,
      blocks: rules.limitBlocks,
    });
  }
  const beyond = rules.share === null ? null : beyondShare(book, units, rules.share);
  if (rules.share !== null && beyond !== null) {
    warnings.push({
      code: 'share',
      message: `${holder.name} representaría el ${percentBeside(beyond, rules.share / 100)} del coeficiente; el límite es ${percent(rules.share / 100)}.`,
      blocks: rules.shareBlocks,
    });
  }
  return [...warnings, ...judgeBarred(rules, holder)];
}

function judgeBarred({ barred: all, barredBlocks }: PowerRules, holder: NamedPerson): PowerWarning[] {
  const barred = all.find((person) => mayBeSame(person, holder));
  if (barred === undefined) return [];
  const message = `${holder.name} es ${barredRoleNames[barred.role]} y no puede representar a otros propietarios.`;
  return [{ code: 'barred', message, blocks: barredBlocks }];
}

/**
 * Checks the persons of a power of attorney: the representative as by `judgeHolder`, and a barred substitute. The
 * numbers of the substitute count at the registration.
 */
export const judgePower = (
  book: PowerBook,
  { holder, substitute }: PowerPersons,
  ...rest: [apartmentIds: readonly string[], options: { withPending: boolean }]
): PowerWarning[] => [
  ...judgeHolder(book, holder, ...rest),
  ...(substitute ? judgeBarred(book.rules, substitute) : []),
];

/**
 * Checks each representative of an assembly once: holders of powers in force, present proxies, and barred substitutes.
 * @param before also representatives at earlier votes
 */
export function judgeRepresentatives(book: PowerBook, before: readonly RepresentedUnits[]): PowerWarning[] {
  const standing = book.powers.flatMap((power) => {
    const apartmentIds = power.units.flatMap((unit) => (unit.standing ? [unit.apartmentId] : []));
    return apartmentIds.length === 0 ? [] : [{ ...power, apartmentIds }];
  });
  const now = [
    ...standing.map(({ holder, apartmentIds }) => ({ ...holder, apartmentIds })),
    ...book.proxies.map((proxy) => ({ ...proxy, apartmentIds: [proxy.apartmentId] })),
  ];
  const persons = groupBy(now, ({ name, document }) => ownerKey(name, document, ''));
  const then = { ...book, powers: [], proxies: [] };
  return [
    ...[...persons.values()].flatMap((same) => {
      const units = same.flatMap(({ apartmentIds }) => apartmentIds);
      return same[0] === undefined ? [] : judgeHolder(book, same[0], units, { withPending: false });
    }),
    ...standing.flatMap(({ substitute }) => (substitute ? judgeBarred(book.rules, substitute) : [])),
    ...before.flatMap((one) => judgeHolder(then, one, one.apartmentIds, { withPending: false })),
  ];
}

/**
 * True if a person may be the owner of a unit, by document or name. A person needs no power of attorney for an own
 * unit.
 */
export const isUnitOf = (unit: OwnedUnit | undefined, person: NamedPerson): boolean =>
  unit !== undefined && mayBeSame(person, { name: unit.owner, document: unit.ownerDocument });

/**
 * Returns the share (percent) of some units in a roll if the share is above the limit; null if no roll exceeds the
 * limit.
 */
function beyondShare({ totals }: PowerBook, units: readonly OwnedUnit[], share: number): number | null {
  const limit = BigInt(Math.round(share * 100));
  const sums = new Map<number, number>();
  for (const { jointId, coefficient } of units) sums.set(jointId, (sums.get(jointId) ?? 0) + coefficient);
  for (const [jointId, sum] of sums) {
    const total = totals.get(jointId) ?? 0;
    if (total > 0 && BigInt(sum) * HUNDRED_PERCENT > BigInt(total) * limit) return sum / total;
  }
  return null;
}

/**
 * Returns advice for the checker of a power of attorney on paper: the granter is not the owner on the roll, or the
 * representative's identity document is missing. The power may be accepted all the same.
 */
export function judgePaper(
  { roll }: PowerBook,
  {
    granter,
    holder,
    apartmentIds,
  }: { granter: NamedPerson; holder: NamedPerson; apartmentIds: readonly string[] },
): PowerWarning[] {
  const others = apartmentIds.flatMap((id) => {
    const unit = roll.get(id)?.[0];
    if (unit === undefined) return [`El inmueble ${id} no está en el censo.`];
    return mayBeOwner(granter, { name: unit.owner, document: unit.ownerDocument })
      ? []
      : [`En el censo, ${id} es de ${unit.owner === '' ? 'nadie conocido' : unit.owner}.`];
  });
  const warnings: PowerWarning[] =
    others.length === 0
      ? []
      : [{ code: 'otherOwner', message: `${others.join(' ')} Lo da ${granter.name}.`, blocks: false }];
  if (readDocument(holder.document) === null) {
    const message = `Falta el documento de ${holder.name}.`;
    warnings.push({ code: 'noDocument', message, blocks: false });
  }
  return warnings;
}
