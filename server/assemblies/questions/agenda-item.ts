import {
  type AgendaItem,
  agendaItems,
  pointAfterChange,
  samePoint,
} from '../../../shared/assemblies/law/agenda.ts';
import type { UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readClosingGround } from '../store/closing-ground.repository.ts';
import { readConcepts, type StoredConcept, updateConcept } from '../store/questions/concepts.repository.ts';

/**
 * Moves the prepared and open questions of an assembly to their points in a changed agenda; a question of a removed
 * point has no point. A closed question keeps the number of the agenda at its closing.
 */
export async function keepAgendaItems(
  act: UseCase,
  former: string | null,
  agenda: string | null,
): Promise<void> {
  const { assemblyId } = act.assembly;
  for (const jointId of act.family) {
    for (const question of await readConcepts(act.trx, { assemblyId, jointId })) {
      if (question.agendaItem === null || (question.openedAt !== null && question.active === 0)) continue;
      const point = pointAfterChange(agendaItems(former), agendaItems(agenda), question.agendaItem);
      await moveTo(act, question, point);
    }
  }
}

/** Moves a closed question to the point of the present agenda with the text at the last closing. */
export async function keepPointOfClosing(act: UseCase, question: StoredConcept): Promise<void> {
  const { trx, assembly } = act;
  const { jointId, conceptId, agendaItem } = question;
  if (agendaItem === null) return;
  const { assemblyId } = assembly;
  const closing = await readClosingGround(trx, { assemblyId, jointId, conceptId });
  if (closing === undefined) return;
  const { agenda } = await assemblyToRead(trx, assembly.rootId, assemblyId);
  const was = agendaItems(closing.assembly.agenda).find(({ number }) => number === agendaItem);
  await moveTo(
    act,
    question,
    samePoint(agendaItems(agenda), { number: agendaItem, text: was?.text ?? null }),
  );
}

async function moveTo(
  { trx, assembly, audit }: UseCase,
  { jointId, conceptId, agendaItem }: StoredConcept,
  point: AgendaItem | null | undefined,
): Promise<void> {
  const number = point?.number ?? null;
  if (number === agendaItem) return;
  const { assemblyId } = assembly;
  await updateConcept(trx, { assemblyId, jointId, conceptId }, { agenda_item: number });
  await audit('agendaItemMoved', { jointId, conceptId, agendaItem: number });
}
