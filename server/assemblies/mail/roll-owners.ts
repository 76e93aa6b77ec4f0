import { documentKeys } from '../../../shared/properties/documents.ts';
import type { OwnerPerson } from '../../accounts/index.ts';
import { groupBy } from '../../platform/lib/group-by.ts';

/** Unit of the assembly's roll (list of units with owners) with the facts used to recognize the owner. */
export interface RollUnit {
  jointId: number;
  apartmentId: string;
  /** Name of the owner; '' if unknown. */
  owner: string;
  ownerDocument: string | null;
  /**
   * Key of the owner: `document:…`, `name:…` or `unit:…`. Must be certain, because a mail to the owner lets a phone
   * in.
   */
  ownerKey: string;
  /** E-mail addresses of the owner in the table of units. */
  emails: string[];
  /** Users linked to the unit. */
  linked: { userId: number; disabled: boolean }[];
}

/** Owner on the assembly's roll (list of units with owners), with all units of the owner. */
export interface RollOwner extends OwnerPerson {
  /** Ids of the units in the roll's order. A unit on the roll of both joint and sector appears once. */
  apartments: string[];
  /** Units that are not linked to an enabled user. */
  unlinked: { jointId: number; apartmentId: string }[];
}

const DOCUMENT = 'document:';

/**
 * Groups units by owner, in the order of the assembly's roll (list of units with owners). Units with the same
 * identity document have the same owner; without a document, units with the same name. An owner without a
 * document is joined to the owner with the same e-mail address, unless several documents share the address.
 * Skips units without an owner.
 */
export function groupByOwner(units: readonly RollUnit[]): RollOwner[] {
  const named = units.filter(({ owner }) => owner !== '');
  const keyOf = oneByAddress(named);
  return [...groupBy(named, (unit) => keyOf(unit.ownerKey)).values()].map(ownerFrom);
}

/** Lists the owners as `groupByOwner`, then each unit without a known owner, with `name` null. */
export function withOwnerless(units: readonly RollUnit[]) {
  const ownerless = new Set(units.flatMap(({ owner, apartmentId }) => (owner === '' ? [apartmentId] : [])));
  const none = { name: null, document: null, emails: [], linked: [] };
  return [...groupByOwner(units), ...[...ownerless].map((id) => ({ ...none, apartments: [id] }))];
}

function ownerFrom(own: readonly RollUnit[]): RollOwner {
  const emails = new Map<string, string>();
  for (const email of own.flatMap((unit) => unit.emails)) {
    if (!emails.has(email.toLowerCase())) emails.set(email.toLowerCase(), email);
  }
  // A unit of the joint and of its sector is a single unit. The family starts with the joint.
  const first = new Map(own.toReversed().map((unit) => [unit.apartmentId, unit]));
  const apartments = [...new Set(own.map(({ apartmentId }) => apartmentId))];
  return {
    name: own[0]?.owner ?? '',
    document: onlyDocument(own),
    emails: [...emails.values()],
    linked: [...new Set(own.flatMap((unit) => unit.linked.map(({ userId }) => userId)))],
    apartments,
    unlinked: apartments.flatMap((apartmentId) => {
      const unit = first.get(apartmentId);
      if (unit === undefined || unit.linked.some(({ disabled }) => !disabled)) return [];
      return [{ jointId: unit.jointId, apartmentId }];
    }),
  };
}

/** Returns the identity document if the cells name a single person; null without a document, or with several. */
function onlyDocument(own: readonly RollUnit[]): string | null {
  for (const { ownerDocument } of own) {
    const [document = null, ...others] = documentKeys(ownerDocument);
    if (document !== null) return others.length === 0 ? document : null;
  }
  return null;
}

/** Maps each owner key to one key per person: keys that share an e-mail address belong together. */
function oneByAddress(units: readonly RollUnit[]): (key: string) => string {
  const keysOf = new Map<string, Set<string>>();
  for (const { ownerKey, emails } of units) {
    for (const email of emails.map((text) => text.toLowerCase())) {
      keysOf.set(email, (keysOf.get(email) ?? new Set()).add(ownerKey));
    }
  }
  const one = new Map<string, string>();
  const find = (key: string): string => {
    const next = one.get(key);
    return next === undefined ? key : find(next);
  };
  for (const keys of keysOf.values()) {
    const documents = [...new Set([...keys].map(find))].filter((key) => key.startsWith(DOCUMENT));
    if (documents.length > 1) continue;
    const names = [...new Set([...keys].map(find))].filter((key) => !key.startsWith(DOCUMENT));
    const target = documents[0] ?? names[0];
    for (const name of names) if (target !== undefined && name !== target) one.set(name, target);
  }
  return find;
}
