import type { Proposal } from '../../../../shared/billing/proposals.api.ts';
import type { Day } from '../../../../shared/days.ts';
import type { ApartmentKind } from '../../../../shared/properties/apartment-kinds.ts';
import { isOfBank } from './bank-words.ts';
import { KnownPayers, type LearnedPayment, payerKeysOf } from './known-payers.ts';
import { type KnownOwner, OwnerDocuments, OwnerNames } from './owner-names.ts';
import { plainText, type Token, tokensOf } from './text-tokens.ts';
import { UnitMentions } from './unit-mentions.ts';

/** What proposals are made of. Plain data: it crosses over to the worker. */
export interface ProposalGrounds {
  units: readonly { apartmentId: string; account: string; kind: ApartmentKind }[];
  /** Payment references by account. */
  references: ReadonlyMap<string, string>;
  /** Accounts by the shorter references of the bank's agreement. */
  short: ReadonlyMap<string, string>;
  owners: readonly KnownOwner[];
  learned: readonly LearnedPayment[];
}

/** A payment of nobody known, as the bank tells of it. */
export interface Unidentified {
  /** Reference and what the bank says beside it. */
  text: string;
  valueDate: Day;
}

type Ground = Proposal['grounds'][number];

/** Accounts that a ground names at most. */
const MOST_ACCOUNTS = 6;
/** Digits of our references that cannot be anything else. */
const SHORTEST_REFERENCE = 6;

/**
 * Proposes an account for each payment by what its text says: a payment reference, a unit, an owner's document or
 * name, a payer whose payments were given to an account before. All grounds must leave one account; where they do not
 * agree, or a unit is named that the joint does not have, there is none, and the grounds are told. Takes the thread
 * for long where there are many: for workers.
 * @returns in the order given; null where nothing is known
 */
export function proposalsFor(
  payments: readonly Unidentified[],
  { units, references, short, owners, learned }: ProposalGrounds,
): (Proposal | null)[] {
  const accountOf = new Map(units.map(({ apartmentId, account }) => [apartmentId, account]));
  const byReference = new Map([...references].map(([account, reference]) => [bare(reference), account]));
  const mentions = new UnitMentions(units);
  const names = new OwnerNames(owners);
  const documents = new OwnerDocuments(owners);
  const payers = new KnownPayers(learned);
  const told = payments.map(({ text, valueDate }) => {
    const tokens = tokensOf(text);
    const keys = payerKeysOf(text, tokens);
    payers.seen(keys, valueDate);
    return { text, tokens, keys };
  });
  return told.map(({ text, tokens, keys }) => {
    const accounts = (ids: readonly string[]) => [...new Set(ids.map((id) => accountOf.get(id) ?? id))];
    const grounds: Ground[] = [
      ...referencesIn(tokens, byReference, short).map((found) => ({ kind: 'reference' as const, ...found })),
      ...mentions
        .in(text, tokens)
        .map(({ said, units: ids }) => ({ kind: 'unit' as const, said, accounts: accounts(ids) })),
      ...documents.in(text).map((found) => ({ kind: 'document' as const, ...found })),
    ];
    if (grounds.length === 0 && isOfBank(plainText(text))) {
      return { apartmentId: null, grounds: [{ kind: 'bank', said: text, accounts: [] }], twin: null };
    }
    const owner = names.in(tokens);
    if (owner !== null) grounds.push({ kind: 'owner', ...owner });
    for (const { said, words, account } of payers.in(keys)) {
      // A name that an owner's begins with may be that owner's: of another unit, it tells nothing.
      const owned = words.length === 0 ? new Set<string>() : names.withAll(words);
      if ([...owned].every((one) => one === account))
        grounds.push({ kind: 'payer', said, accounts: [account] });
    }
    if (grounds.length === 0) return null;
    const shown = grounds.map((ground) => ({ ...ground, accounts: ground.accounts.slice(0, MOST_ACCOUNTS) }));
    // A name alone, that another account's payments had as well, is a namesake's as likely.
    const isNamesake =
      owner !== null &&
      grounds.every(({ kind }) => kind === 'owner' || kind === 'payer') &&
      payers.haveOther(keys, new Set(owner.accounts));
    return { apartmentId: isNamesake ? null : agreedOn(grounds), grounds: shown, twin: null };
  });
}

/**
 * The one account that every ground leaves. A payer of before does not choose among the units of one owner: whoever owns
 * two pays for both.
 */
function agreedOn(grounds: readonly Ground[]): string | null {
  const others = grounds.filter(({ kind }) => kind !== 'payer');
  const left = commonOf(others);
  const isOwners = others.length > 0 && others.every(({ kind }) => kind === 'owner' || kind === 'document');
  if (isOwners && left.length > 1) return null;
  const [account, ...more] = commonOf(grounds);
  return account === undefined || more.length > 0 ? null : account;
}

function commonOf(grounds: readonly Ground[]): string[] {
  const [first, ...others] = grounds.map(({ accounts }) => new Set(accounts));
  return [...(first ?? [])].filter((account) => others.every((set) => set.has(account)));
}

const bare = (reference: string): string => reference.replace(/^0+/, '');

function referencesIn(
  tokens: readonly Token[],
  byReference: ReadonlyMap<string, string>,
  short: ReadonlyMap<string, string>,
): { said: string; accounts: string[] }[] {
  return tokens.flatMap(({ text, isNumber }) => {
    if (!isNumber || text.length < SHORTEST_REFERENCE) return [];
    // A shorter one could be any number: it stands with all its digits.
    const account = byReference.get(bare(text)) ?? short.get(text);
    return account === undefined ? [] : { said: text, accounts: [account] };
  });
}
