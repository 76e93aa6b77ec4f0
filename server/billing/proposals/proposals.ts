import type { Proposal } from '../../../shared/billing/proposals.api.ts';
import type { Day } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { type Centavos, centavos, formatPesos, toPesos } from '../../../shared/money.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { isOfBank } from './bank-words.ts';
import { ExactDebts } from './exact-debts.ts';
import { KnownPayers, type LearnedPayment, payerKeysOf } from './known-payers.ts';
import { type KnownOwner, OwnerDocuments, OwnerNames } from './owner-names.ts';
import { plainText, type Token, tokensOf } from './text-tokens.ts';
import { UnitMentions } from './unit-mentions.ts';

/**
 * Data of a joint (co-owned property) to propose accounts for payments without a known unit (`proposalsFor`).
 * Only plain data, because a worker thread does the search.
 */
export interface ProposalGrounds {
  /** Units of the joint; `account` is the id of the billed unit. */
  units: readonly { apartmentId: string; account: string; kind: ApartmentKind }[];
  /** Whole payment references. Key: id of the billed unit ('101'). Value: reference in digits. */
  references: ReadonlyMap<string, string>;
  /**
   * Accounts by shortened reference, as agreed with the bank. Key: last digits of the reference. Value: id of
   * the billed unit.
   */
  short: ReadonlyMap<string, string>;
  /** Owners of the joint with their accounts. */
  owners: readonly KnownOwner[];
  /** Earlier payments with a known account. */
  learned: readonly LearnedPayment[];
  /**
   * Balance of each account, in centavos, less the payments with a known unit. Default: no balances, and no proposals
   * by the amount.
   */
  owed?: ReadonlyMap<string, Centavos>;
}

/** Payment without a known unit, with the bank's text to search for the payer. */
export interface Unidentified {
  /** Payment reference and other text from the bank. */
  text: string;
  valueDate: Day;
  /** Money without a unit, to compare with the debts. */
  amount?: Centavos;
}

type Ground = Proposal['grounds'][number];

/** Maximum accounts shown for a single reason of a proposal. */
const MOST_ACCOUNTS = 6;
/** Minimum digits of a payment reference, to exclude other numbers. */
const SHORTEST_REFERENCE = 6;

/**
 * Proposes an account for each payment by the bank's text. Evidence (grounds): payment reference, unit,
 * owner's identity number or name, or an earlier payer. All evidence must agree on a single account. If
 * evidence disagrees, or the text names an unknown unit, the proposal has no account but shows the evidence. Without an
 * agreement, the exact debt of a single account or group decides (`byAmount`), less the payments proposed by the text and
 * the earlier payments.
 * A person confirms. Slow: only for workers.
 * @returns proposals in the order of the payments; null without any evidence
 */
export function proposalsFor(
  payments: readonly Unidentified[],
  { units, references, short, owners, learned, owed = new Map() }: ProposalGrounds,
): (Proposal | null)[] {
  const accountOf = new Map(units.map(({ apartmentId, account }) => [apartmentId, account]));
  const byReference = new Map([...references].map(([account, reference]) => [bare(reference), account]));
  const mentions = new UnitMentions(units);
  const names = new OwnerNames(owners);
  const documents = new OwnerDocuments(owners);
  const payers = new KnownPayers(learned);
  const debts = new ExactDebts(owed, owners);
  const readPayments = payments.map(({ text, valueDate, amount }) => {
    const tokens = tokensOf(text);
    const keys = payerKeysOf(text, tokens);
    payers.seen(keys, valueDate);
    return { text, tokens, keys, amount };
  });
  const byText = readPayments.map(({ text, tokens, keys, amount }): ByText => {
    const accounts = (ids: readonly string[]) => [...new Set(ids.map((id) => accountOf.get(id) ?? id))];
    const grounds: Ground[] = [
      ...referencesIn(tokens, byReference, short).map((found) => ({ kind: 'reference' as const, ...found })),
      ...mentions.in(text, tokens).map(({ spelling, units: ids }) => ({
        kind: 'unit' as const,
        said: spelling,
        accounts: accounts(ids),
      })),
      ...documents.in(text).map((found) => ({ kind: 'document' as const, ...found })),
    ];
    if (grounds.length === 0 && isOfBank(plainText(text))) {
      const ofBank: Ground = { kind: 'bank', said: text, accounts: [] };
      return { grounds: null, amount, proposal: { apartmentId: null, grounds: [ofBank], twin: null } };
    }
    const owner = names.in(tokens);
    if (owner !== null) grounds.push({ kind: 'owner', ...owner });
    for (const { spelling, words, account } of payers.in(keys)) {
      // A name that starts an owner's name may be the owner's. If the owner has another unit, the name proves no
      // payer.
      const owned = words.length === 0 ? new Set<string>() : names.withAll(words);
      if ([...owned].every((one) => one === account))
        grounds.push({ kind: 'payer', said: spelling, accounts: [account] });
    }
    if (grounds.length === 0) return { grounds, amount, proposal: null };
    const shown = grounds.map(shortGround);
    // A name also used by another account's payments may belong to a namesake.
    const isNamesake =
      owner !== null &&
      grounds.every(({ kind }) => kind === 'owner' || kind === 'payer') &&
      payers.haveOther(keys, new Set(owner.accounts));
    const apartmentId = isNamesake ? null : agreedOn(grounds);
    if (apartmentId !== null) debts.use(apartmentId, amount ?? 0);
    const proposal = { apartmentId, grounds: shown, twin: null };
    return { grounds: apartmentId === null ? grounds : null, amount, proposal };
  });
  return byText.map(({ grounds, amount, proposal }) => {
    const found = grounds === null ? null : byAmount(grounds, amount, debts);
    return found ?? proposal;
  });
}

/** Payment with the proposal by the bank's text. */
interface ByText extends Pick<Unidentified, 'amount'> {
  /** Evidence without a single account, to compare with the debts; null if the text decides. */
  grounds: Ground[] | null;
  proposal: Proposal | null;
}

const shortGround = (ground: Ground): Ground => ({
  ...ground,
  accounts: ground.accounts.slice(0, MOST_ACCOUNTS),
});

/**
 * Proposes the only account, or group of accounts, with exactly the debt of a payment: among the units named by the text,
 * else among the other accounts of the evidence, else in the whole joint. Null without a single account or group, and
 * for a text with an unknown unit.
 */
function byAmount(
  grounds: readonly Ground[],
  amount: Centavos | undefined,
  debts: ExactDebts,
): Proposal | null {
  if (
    amount === undefined ||
    grounds.some(({ kind, accounts }) => kind === 'unit' && accounts.length === 0)
  ) {
    return null;
  }
  const named = grounds.filter(({ kind }) => kind === 'unit');
  const possible = [...new Set((named.length > 0 ? named : grounds).flatMap(({ accounts }) => accounts))];
  // 'APTO 301' names a flat of any tower, but one flat.
  const found =
    grounds.length === 0 ? debts.anywhere(amount) : debts.among(amount, possible, named.length === 1);
  if (found === null) return null;
  const [only, ...others] = found;
  const ofAmount: Ground = { kind: 'amount', said: formatPesos(amount), accounts: found };
  const shares = found.map((apartmentId) => ({
    apartmentId,
    amount: toPesos(centavos(debts.of(apartmentId))),
  }));
  for (const account of found) debts.use(account, debts.of(account));
  return {
    apartmentId: others.length === 0 ? (only ?? null) : null,
    grounds: [...grounds.map(shortGround), ofAmount],
    ...defined({ shares: others.length === 0 ? undefined : shares }),
    twin: null,
  };
}

/**
 * Returns the only account common to all grounds (reasons) of a proposal; null without a common account. An earlier
 * payer does not decide between the units of an owner, because the payer may pay for both.
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
    // A short reference could be any number, so all its digits must match.
    const account = byReference.get(bare(text)) ?? short.get(text);
    return account === undefined ? [] : { said: text, accounts: [account] };
  });
}
