import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';

const NAME = 'scaf.cast';

/** Maximum number of stored receipts: several evenings of an owner with many units. */
const MOST_RECEIPTS = 500;

/** Receipts of the votes sent from this browser, oldest first. Also in memory, for browsers without storage. */
let receipts: readonly string[] | null = null;

function readReceipts(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Stores the receipt of a vote sent from this browser, so the owner's pages can name votes sent from another phone.
 * @param receipt receipt code of the vote; null if unknown: not stored
 */
export function keepCastHere(receipt: string | null): void {
  if (receipt === null) return;
  receipts = [...(receipts ?? readReceipts()), receipt].slice(-MOST_RECEIPTS);
  try {
    localStorage.setItem(NAME, JSON.stringify(receipts));
  } catch {
    // Without browser storage a reload forgets the receipts.
  }
}

/** True for a vote with the owner's account or card from another browser than this. */
export function isFromElsewhere({
  receipt,
  way,
  proxy,
}: Pick<RecordItem, 'receipt' | 'way' | 'proxy'>): boolean {
  if (receipt === null || way === 'desk' || proxy !== undefined) return false;
  receipts ??= readReceipts();
  return !receipts.includes(receipt);
}
