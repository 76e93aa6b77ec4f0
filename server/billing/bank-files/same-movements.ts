import { addDays } from '../../../shared/days.ts';
import { paymentText, tokensOf } from '../proposals/text-tokens.ts';
import type { UnseenFile } from './matched-payments.ts';
import type { ReadLayout, ReadPaymentFile } from './payment-file.types.ts';
import type { ImportedPayment } from './payment-files.repository.ts';

type FreshLine = UnseenFile['rows'][number];

/** Layout and bank of a file of payments, to compare the file with earlier imports. */
export interface FileLayout {
  /** Key of the header (`ReadLayout.key`); for a text file, the kind of file. */
  layoutKey: string;
  /** Name of the bank with this layout; null if unknown. */
  bank: string | null;
}

/** Returns the layout and the bank of a file of payments, stored with the import. */
export const fileLayoutOf = ({
  kind,
  layout,
}: Pick<ReadPaymentFile, 'kind'> & { layout: ReadLayout | null }): FileLayout => ({
  layoutKey: layout?.key ?? kind,
  bank: layout?.bank ?? null,
});

/** Payment of an earlier import with the accounts of the valid receipts. */
export type Imported = ImportedPayment & { accounts: readonly string[] };

/** Payment of an earlier import, certainly or perhaps the movement of a line. */
export interface Same {
  imported: Imported;
  /**
   * False if only day and amount agree, if the days are next to each other, or if few lines of the two files agree: a
   * person decides.
   */
  isSure: boolean;
}

/**
 * Finds for lines of a file the payments imported from another layout of the same account: equal day and amount, and
 * equal words, words contained in the other text, or the same account. Each payment is found for a single line, so
 * two equal lines need two payments. Files of two banks have no payment in common. Of another layout the day may be the
 * day before or after, because a bank has a value date and a booking date.
 * @param lines lines not known by their key
 * @param imported payments of earlier imports not known by the key of a line
 * @returns payment of each line; a line without a payment is absent
 */
export function findSameMovements(
  lines: readonly FreshLine[],
  imported: readonly Imported[],
  own: FileLayout,
): Map<FreshLine, Same> {
  const open = new Map<string, Set<Imported>>();
  for (const one of imported) {
    if (one.bank !== null && own.bank !== null && one.bank !== own.bank) continue;
    const key = movementKey(one);
    open.set(key, (open.get(key) ?? new Set()).add(one));
  }
  const found = new Map<FreshLine, Same>();
  const words = new Map([...lines, ...imported].map((one) => [one, movementWords(one)] as const));
  const pair = (fits: (of: Likeness) => boolean, isSure: boolean, daysLater = 0) => {
    for (const line of lines) {
      const valueDate = daysLater === 0 ? line.valueDate : addDays(line.valueDate, daysLater);
      const rest = open.get(movementKey({ ...line, valueDate }));
      if (rest === undefined || found.has(line)) continue;
      const one = [...rest].find(
        (other) =>
          (daysLater === 0 || other.layoutKey !== own.layoutKey) &&
          fits(likenessOf(line, other, { own, words })),
      );
      if (one === undefined) continue;
      rest.delete(one);
      found.set(line, { imported: one, isSure });
    }
  };
  pair((of) => of === 'equal', true);
  pair((of) => of === 'alike', true);
  const unsure = filesOfOtherAccounts(lines, imported, found);
  for (const same of found.values()) if (unsure.has(same.imported.file)) same.isSure = false;
  pair((of) => of === 'open', false);
  for (const daysLater of [-1, 1]) pair((of) => of === 'equal' || of === 'alike', false, daysLater);
  return found;
}

const movementKey = ({ valueDate, amount }: Pick<FreshLine, 'valueDate' | 'amount'>): string =>
  `${valueDate} ${amount}`;

/** `equal` words; `alike`: one text contains the other, or one account; `open`: a text or an account is missing. */
type Likeness = 'equal' | 'alike' | 'open' | null;

function likenessOf(
  line: FreshLine,
  other: Imported,
  { own, words }: { own: FileLayout; words: ReadonlyMap<FreshLine | Imported, string[]> },
): Likeness {
  if (line.transaction !== null && other.transaction !== null && line.transaction !== other.transaction)
    return null;
  const [lineWords, otherWords] = [words.get(line) ?? [], words.get(other) ?? []];
  const isTold = lineWords.length > 0 && otherWords.length > 0;
  if (isTold && lineWords.join(' ') === otherWords.join(' ')) return 'equal';
  // Lines of an equal layout are known by their key.
  if (other.layoutKey === own.layoutKey) return null;
  const account = line.apartmentId ?? line.proposal?.apartmentId ?? null;
  const isAccount = account !== null && other.accounts.length > 0;
  if (isAccount && !other.accounts.includes(account)) return null;
  if (isTold && (contains(lineWords, otherWords) || contains(otherWords, lineWords))) return 'alike';
  // Beside a unit the text is the accountant's, and not the bank's.
  const isBanksText = isTold && line.unit === '';
  if (isAccount) return isBanksText ? 'open' : 'alike';
  return isBanksText ? null : 'open';
}

/** Words and numbers of a movement, sorted, without zeros in front. */
const movementWords = ({
  reference,
  detail,
  transaction,
}: {
  reference: string | null;
  detail: string | null;
  transaction: string | null;
}): string[] =>
  tokensOf([paymentText({ reference, detail }), transaction ?? ''].join(' '))
    .map(({ text }) => text.replace(/^0+(?=\d)/, ''))
    .sort();

function contains(all: readonly string[], some: readonly string[]): boolean {
  const rest = [...all];
  return some.every((word) => {
    const at = rest.indexOf(word);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
}

/**
 * Returns the numbers of imported files probably of another account: on the days of both files, less than half
 * of the movements of the shorter list agree.
 */
function filesOfOtherAccounts(
  lines: readonly FreshLine[],
  imported: readonly Imported[],
  found: ReadonlyMap<FreshLine, Same>,
): Set<number> {
  const others = new Set<number>();
  for (const file of new Set([...found.values()].map((same) => same.imported.file))) {
    const theirs = imported.filter((one) => one.file === file);
    const days = new Set(theirs.map(({ valueDate }) => valueDate));
    const ours = lines.filter(({ valueDate }) => days.has(valueDate));
    const agreed = [...found.values()].filter((same) => same.imported.file === file).length;
    if (agreed * 2 < Math.min(theirs.length, ours.length)) others.add(file);
  }
  return others;
}
