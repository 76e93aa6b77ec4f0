import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Unfinished } from '../../../shared/assemblies/facts/unfinished.api.ts';
import { agendaItems, agendaLabel } from '../../../shared/assemblies/law/agenda.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import type { Context } from '../../platform/context.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { readWall } from '../live/joint-state.ts';
import { readPowers } from '../powers/powers.repository.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { joiningOf } from '../store/attendance/arrivals.repository.ts';
import { checkOfJoint } from '../store/attendance/quorum-check.repository.ts';
import { readAssemblyActs } from './acta.repository.ts';

/** Lists matters that a joint's current assembly has not finished. @throws Problem assemblyNotFound */
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
    const questions: { sectorName: string | null; concept: LiveConcept; point: number | null }[] = [];
    for (const place of places) {
      const { snapshot, concepts } = await readWall(trx, place, assembly);
      const points = new Map(concepts.map(({ conceptId, agendaItem }) => [conceptId, agendaItem]));
      for (const concept of snapshot.concepts) {
        if (concept.conceptId === ATTENDANCE) continue;
        const sectorName = place.jointId === rootId ? null : place.jointName;
        questions.push({ sectorName, concept, point: points.get(concept.conceptId) ?? null });
      }
    }
    const acts = await readAssemblyActs(trx, { rootId, assemblyId, since });
    const dealtWith = new Set<unknown>([
      ...acts.flatMap(({ act, data }) => (act === 'pointOpened' ? [data.point] : [])),
      ...questions.flatMap(({ concept, point }) => (concept.outcome === null ? [] : [point])),
    ]);
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
      points: agendaItems(assembly.agenda)
        .filter(({ number }) => !dealtWith.has(number))
        .map(agendaLabel),
      arrivals: (await joiningOf(trx, assembly))?.waiting ?? 0,
      powers: (await readPowers(trx, { assemblyId })).filter(({ state }) => state === 'pending').length,
    };
  });
}
