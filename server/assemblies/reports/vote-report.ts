import { agendaItems } from '../../../shared/assemblies/agenda.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { nano } from '../../../shared/coefficient.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readAnnulled } from '../meeting/history.repository.ts';
import { readTimeline, type Timeline } from '../meeting/history.service.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import { areResultsHidden, type StoredConcept } from '../store/concepts.repository.ts';
import { reportUnitOf } from './attendance-report.ts';
import { type ReportGround, type ReportOf, readGround } from './heading.ts';
import { type ReportRollUnit, readRollUnits, readWholeVotes } from './report.repository.ts';
import type { ReportUnit, VoteReport, VoteRow } from './rows.ts';
import { presentAtClosing, stayOfVote, staysByUnit } from './stays.ts';
import { actWord, readWho } from './who.ts';

/**
 * The votes of a question as of one instant, in the current assembly or the archived one that is named.
 * @throws Problem jointNotFound, assemblyNotFound, conceptNotFound where there is no such question (any more), or
 *   resultsHidden until it closes
 */
export const readVoteReport = async (trx: Db, of: ReportOf & { conceptId: number }): Promise<VoteReport> =>
  votesOn(trx, await readGround(trx, of), of.conceptId);

/** The same of an assembly that is read already. */
export async function votesOn(trx: Db, ground: ReportGround, conceptId: number): Promise<VoteReport> {
  const { where, heading, snapshot } = ground;
  const isIt = (one: { conceptId: number }) => one.conceptId === conceptId && conceptId !== ATTENDANCE;
  const [concept, result] = [ground.concepts.find(isIt), snapshot.concepts.find(isIt)];
  if (concept === undefined || result === undefined) throw new Problem('conceptNotFound');
  if (areResultsHidden(concept)) throw new Problem('resultsHidden');
  const roll = await readRollUnits(trx, where);
  const timeline = await readTimeline(trx, where);
  const votes = await readWholeVotes(trx, { ...where, conceptId });
  const annulled = await readAnnulled<VoteTable>(trx, { ...where, conceptId });
  const who = await readWho(
    trx,
    timeline.stays.map(({ record }) => record),
    annulled.map(({ end }) => end.actor),
  );
  const units = new Map(roll.map((unit) => [unit.apartmentId, unit]));
  const stays = staysByUnit(timeline.stays);
  const answers = new Map(concept.answers.map((answer) => [answer.answerId, answer.description]));
  const rowOf = (unit: ReportRollUnit, vote: VoteTable): VoteRow => {
    const stay = stayOfVote(stays.get(unit.apartmentId), vote);
    return {
      ...reportUnitOf(unit),
      // What was counted, also where the roll was corrected since.
      coefficient: vote.coefficient,
      answerId: vote.answer_id,
      answer: answers.get(vote.answer_id) ?? '',
      attendee: stay === undefined ? null : who.attendee(stay.record),
      at: vote.at,
      receipt: vote.receipt,
      byOperator: vote.cast_by.startsWith('user:') && vote.cast_by !== `user:${vote.holder}`,
      remote: vote.remote === 1,
    };
  };
  const voteOf = new Map(votes.map((vote) => [vote.apartment_id, vote]));
  const there = represented(concept, timeline, roll);
  return {
    ...heading,
    question: questionOf(concept, heading.assembly.agenda),
    result,
    votes: roll.flatMap((unit) => {
      const vote = voteOf.get(unit.apartmentId);
      return vote === undefined ? [] : [rowOf(unit, vote)];
    }),
    silent: there.filter(({ apartmentId, coefficient }) => coefficient > 0 && !voteOf.has(apartmentId)),
    voteless: there.filter(({ coefficient }) => coefficient === 0),
    annulled: annulled
      .flatMap(({ record, end }) => {
        const unit = units.get(record.apartment_id);
        return unit === undefined ? [] : [{ unit, record, end }];
      })
      .sort((a, b) => a.end.at - b.end.at || a.unit.position - b.unit.position)
      .map(({ unit, record, end }) => ({
        ...rowOf(unit, record),
        annulledAt: end.at,
        why: actWord(end.how),
        reason: end.reason,
        by: who.actor(end.actor),
      })),
  };
}

function questionOf(concept: StoredConcept, agenda: string | null): VoteReport['question'] {
  const { conceptId, agendaItem } = concept;
  const point = agendaItems(agenda).find(({ number }) => number === agendaItem);
  return {
    conceptId,
    number: conceptId - 1,
    description: concept.description,
    approvingAnswerId: concept.approvingAnswerId,
    agendaItem,
    agendaText: point?.text ?? null,
    openedAt: concept.openedAt,
    closedAt: concept.active === 1 ? null : concept.closedAt,
  };
}

/** Who was represented at a question's closing, or is now while it is open, with what they weighed then. */
function represented(
  concept: StoredConcept,
  timeline: Timeline,
  roll: readonly ReportRollUnit[],
): ReportUnit[] {
  const { active, closedAt, base } = concept;
  if (active === 1) {
    const here = new Set(
      timeline.stays.flatMap(({ record, end }) => (end === null ? [record.apartment_id] : [])),
    );
    return roll.filter(({ apartmentId }) => here.has(apartmentId)).map(reportUnitOf);
  }
  if (closedAt === null || base === null) return [];
  const here = presentAtClosing(timeline.stays, closedAt, base.apartments);
  const weights = new Map([...timeline.roll].map(([id, { coefficient }]) => [id, coefficient]));
  // A correction waits for the closing: what was put on the roll with it counts from the next question on.
  const corrections = timeline.changes.filter(({ at, becomes }) => becomes !== undefined && at < closedAt);
  for (const { apartmentId, becomes } of corrections.sort((a, b) => a.at - b.at)) {
    if (becomes !== undefined) weights.set(apartmentId, becomes.coefficient);
  }
  return roll
    .filter(({ apartmentId }) => here.has(apartmentId))
    .map((unit) => ({ ...reportUnitOf(unit), coefficient: weights.get(unit.apartmentId) ?? nano(0) }));
}
