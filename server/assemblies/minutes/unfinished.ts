import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import {
  type MeetingFact,
  meetingFactNames,
  meetingFactText,
} from '../../../shared/assemblies/facts/facts.ts';
import type { Unfinished } from '../../../shared/assemblies/facts/unfinished.api.ts';
import {
  type AgendaItem,
  agendaItems,
  agendaLabel,
  samePoint,
} from '../../../shared/assemblies/law/agenda.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import type { Context } from '../../platform/context.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { readWall } from '../live/joint-state.ts';
import { readPowers } from '../powers/powers.repository.ts';
import { assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import { joiningOf } from '../store/attendance/arrivals.repository.ts';
import { checkOfJoint } from '../store/attendance/quorum-check.repository.ts';
import { type AssemblyAct, openedPoint, readAssemblyActs } from './acta.repository.ts';

/**
 * Lists the matters to finish before the end of the current assembly, for the operator: open questions, elections
 * without a lot, waiting phones and so on.
 * @throws Problem assemblyNotFound
 */
export async function unfinishedMatters(
  { store, directory }: Pick<Context, 'store' | 'directory'>,
  jointId: number,
): Promise<Unfinished> {
  const { rootId } = await requireJoint(directory, jointId);
  // Read before the transaction: the directory queries the store on its own.
  const family = await directory.family(rootId);
  const places = await Promise.all(family.map((id) => requireJoint(directory, id)));
  return readAsOfNow(store.db, async (trx) => {
    const assembly = await assemblyToRead(trx, rootId);
    const { assemblyId, createdAt: since } = assembly;
    const items = agendaItems(assembly.agenda);
    const openings = new Map<string, OpenedQuestion>();
    const questions: { sectorName: string | null; concept: LiveConcept }[] = [];
    for (const place of places) {
      const { snapshot, concepts } = await readWall(trx, place, assembly);
      // A prepared question deals with no point.
      for (const { conceptId, agendaItem, openedAt, active, deletion } of concepts)
        if (agendaItem !== null && openedAt !== null && deletion === null)
          openings.set(`${place.jointId} ${conceptId}`, { agendaItem, isOpen: active === 1 });
      for (const concept of snapshot.concepts) {
        if (concept.conceptId === ATTENDANCE) continue;
        const sectorName = place.jointId === rootId ? null : place.jointName;
        questions.push({ sectorName, concept });
      }
    }
    const acts = await readAssemblyActs(trx, { rootId, assemblyId, since });
    const dealtWith = pointsDealtWith(items, acts, openings);
    const where = (meant: (concept: LiveConcept) => boolean) =>
      questions
        .filter(({ concept }) => meant(concept))
        .map(({ sectorName, concept: { conceptId } }) => ({ sectorName, conceptId }));
    return {
      open: where(({ active }) => active === 1),
      lots: where(({ outcome }) => outcome?.election !== undefined && outcome.status === 'tied'),
      acceptances: questions.flatMap(({ sectorName, concept: { conceptId, outcome } }) => {
        const pending = (outcome?.election?.elected ?? []).filter((one) => one.acceptance === 'pending');
        return pending.length === 0
          ? []
          : [{ sectorName, conceptId, names: pending.map(({ name }) => name) }];
      }),
      check: await checkOfJoint(trx, assemblyId, rootId),
      points: items.filter(({ number }) => !dealtWith.has(number)).map(agendaLabel),
      facts: emptyFacts(assembly),
      arrivals: (await joiningOf(trx, assembly))?.waiting ?? 0,
      powers: (await readPowers(trx, { assemblyId })).filter(({ state }) => state === 'pending').length,
    };
  });
}

/** Facts that the acta must state (Ley 675, arts. 39 and 47), in the order of the acta. */
const ACTA_FACTS = [
  'convener',
  'notice',
  'place',
  'president',
  'secretary',
  'agenda',
] as const satisfies MeetingFact[];

/** Returns the Spanish names of the empty facts of the acta. A virtual assembly needs no place, an assembly by right no call. */
const emptyFacts = (assembly: StoredAssembly): string[] =>
  ACTA_FACTS.filter((fact) => fact !== 'place' || assembly.mode !== 'virtual')
    .filter((fact) => (fact !== 'convener' && fact !== 'notice') || assembly.kind !== 'byRight')
    .filter((fact) => meetingFactText(fact, assembly[fact]) === null)
    .map((fact) => meetingFactNames[fact]);

interface OpenedQuestion {
  agendaItem: number;
  isOpen: boolean;
}

/**
 * Returns the numbers of the points with a course or an opened question. The text of a point decides, because a
 * changed agenda gives a point another number.
 * @param acts of the assembly, in order
 * @param openings opened questions with a point, by joint and question: '12 3'
 */
function pointsDealtWith(
  items: readonly AgendaItem[],
  acts: readonly AssemblyAct[],
  openings: ReadonlyMap<string, OpenedQuestion>,
): ReadonlySet<number | undefined> {
  const dealtWith = new Set<number | undefined>();
  const numbers = new Map<string, unknown>();
  let then: readonly AgendaItem[] = [];
  for (const { act, data } of acts) {
    if (data.assembly !== undefined) then = agendaItems((data.assembly as { agenda: string | null }).agenda);
    const point = act === 'pointOpened' ? openedPoint(data) : null;
    if (point !== null) dealtWith.add(samePoint(items, point)?.number);
    const question = `${data.jointId} ${data.conceptId}`;
    if (act === 'conceptCreated' || act === 'agendaItemMoved') numbers.set(question, data.agendaItem);
    const number = numbers.get(question);
    if (act !== 'conceptDeactivated' || !openings.has(question) || typeof number !== 'number') continue;
    const text = then.find((item) => item.number === number)?.text ?? null;
    dealtWith.add(samePoint(items, { number, text })?.number);
  }
  for (const { agendaItem, isOpen } of openings.values()) if (isOpen) dealtWith.add(agendaItem);
  return dealtWith;
}
