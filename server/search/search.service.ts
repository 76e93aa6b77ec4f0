import type { AnswerOf } from '../../shared/api.ts';
import { Profile } from '../../shared/profiles.ts';
import { type Finding, MOST_FINDINGS, type searchFacts } from '../../shared/properties/search.api.ts';
import type { Db } from '../platform/db/engine.ts';
import { isStaff, type Principal } from '../platform/http/principal.ts';
import { FactStore, type SearchedFacts } from './facts.ts';
import { type FoundUnit, matchQuestions, matchUnit, readSearch, type SearchedText } from './match.ts';
import { readNumberedPapers } from './search.repository.ts';

/** Largest number of a bill or receipt in both databases. */
const MOST_NUMBER = 2147483647;

/** Finding with the rank from 0, the best. */
interface Ranked {
  rank: number;
  finding: Finding;
}

/**
 * Creates the search over the caller's joints: units by id, owner, document, contact and proxy; bills and receipts by
 * number; questions by text. The best findings come first, then in the order of joints and units.
 */
export function searchService(db: Db) {
  const store = new FactStore(db);

  return async (principal: Principal, text: string): Promise<AnswerOf<typeof searchFacts>> => {
    const search = readSearch(text);
    const { assembly, billing } = principal.joints;
    const joints = await store.of(isStaff(principal) ? null : [...new Set([...assembly, ...billing])]);
    const ranked = joints.flatMap((facts) => [
      ...unitsOf(facts, principal, search),
      ...questionsOf(facts, principal, search),
    ]);
    ranked.push(...(await papersOf(db, principal, search)));
    // The sort is stable: equal ranks keep the order of joints and units.
    ranked.sort((a, b) => a.rank - b.rank);
    return {
      findings: ranked.slice(0, MOST_FINDINGS).map(({ finding }) => finding),
      hasMore: ranked.length > MOST_FINDINGS,
    };
  };
}

const holds = (principal: Principal, service: 'assembly' | 'billing', jointId: number): boolean =>
  isStaff(principal) || principal.joints[service].has(jointId);

function unitsOf(
  { joint, name, units }: SearchedFacts,
  principal: Principal,
  search: SearchedText,
): Ranked[] {
  const { jointId, jointName } = joint;
  const open = {
    contacts: isStaff(principal) || principal.rights?.assemblies.has(jointId) === true,
    proxies: holds(principal, 'assembly', jointId),
  };
  const asFinding = ({ facts, kind, text, rank }: FoundUnit): Ranked => {
    const { apartmentId, owner } = facts;
    return { rank, finding: { kind, jointId: facts.jointId, jointName, apartmentId, owner, text } };
  };
  return units.flatMap((unit) => {
    const found = matchUnit(unit, name, search, open);
    return found === null ? [] : asFinding(found);
  });
}

function questionsOf(facts: SearchedFacts, principal: Principal, search: SearchedText): Ranked[] {
  const { jointId, jointName } = facts.joint;
  if (!holds(principal, 'assembly', jointId)) return [];
  return matchQuestions(facts, search).map(({ text }) => ({
    rank: 3,
    finding: { kind: 'question', jointId, jointName, apartmentId: null, owner: '', text },
  }));
}

/** Finds bills and receipts by number, for the profiles that read bills. 'recibo 12' finds receipts alone. */
async function papersOf(db: Db, principal: Principal, { joined }: SearchedText): Promise<Ranked[]> {
  const [, receipt, bill, digits] =
    /^(recibo(?:decaja)?)?(cuenta(?:decobro)?|factura)?0*(\d{1,10})$/.exec(joined) ?? [];
  const number = Number(digits ?? 0);
  if (number === 0 || number > MOST_NUMBER || principal.profileId === Profile.operator) return [];
  const jointIds = isStaff(principal) ? null : [...principal.joints.billing];
  const paperSearch = { jointIds, number, most: MOST_FINDINGS + 1 };
  const papers = [
    ...(receipt === undefined ? await readNumberedPapers(db, 'bill', paperSearch) : []),
    ...(bill === undefined ? await readNumberedPapers(db, 'receipt', paperSearch) : []),
  ];
  return papers.map((paper) => ({ rank: 1, finding: { ...paper, text: String(number) } }));
}
