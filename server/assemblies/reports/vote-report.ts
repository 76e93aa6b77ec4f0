import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { readTrailAt } from '../../platform/audit/trail.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import { Problem } from '../../platform/http/problem.ts';
import { quorumToApi } from '../live/joint-state.ts';
import { readTimeline, type Timeline } from '../meeting/history.service.ts';
import type { UnitThen } from '../meeting/roll-then.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import { readAnnulled, stayOfVote, staysByUnit } from '../store/attendance/stays.repository.ts';
import { type ClosingGround, readClosingGround } from '../store/closing-ground.repository.ts';
import {
  areAnswersMasked,
  areResultsHidden,
  type StoredConcept,
} from '../store/questions/concepts.repository.ts';
import { votedText, voteWayOf } from '../store/questions/votes.repository.ts';
import { SET_ASIDE } from '../store/tally/annulment.repository.ts';
import { reportUnitOf } from './attendance-report.ts';
import { type ReportGround, type ReportOf, readGround } from './heading.ts';
import { readRollUnits, readWholeVotes } from './report.repository.ts';
import type { AnnulledVoteRow, ReportHeading, ReportUnit, VoteReport, VoteRow } from './rows.ts';
import { presentAtClosing } from './stays.ts';
import { actWord, readWho } from './who.ts';

/**
 * Reads the votes of a question at one instant, in the current assembly or in an archived assembly.
 * @throws Problem jointNotFound, assemblyNotFound, conceptNotFound for an unknown or deleted question, or
 * resultsHidden before the question closes
 */
export const readVoteReport = async (trx: Db, of: ReportOf & { conceptId: number }): Promise<VoteReport> =>
  votesOn(trx, await readGround(trx, of), of.conceptId);

/**
 * Reads the votes of a question for a report, with the common facts of the report (`ground`) already read. A closed
 * question has all facts of the closing.
 */
export async function votesOn(trx: Db, ground: ReportGround, conceptId: number): Promise<VoteReport> {
  const { where, snapshot } = ground;
  const isIt = (one: { conceptId: number }) => one.conceptId === conceptId && conceptId !== ATTENDANCE;
  const results = [...snapshot.concepts, ...(snapshot.deleted ?? [])];
  const [concept, result] = [ground.concepts.find(isIt), results.find(isIt)];
  if (concept === undefined || result === undefined) throw new Problem('conceptNotFound');
  if (areResultsHidden(concept)) throw new Problem('resultsHidden');
  const closing = concept.active === 1 ? undefined : await readClosingGround(trx, { ...where, conceptId });
  const heading = closing === undefined ? ground.heading : await headingThen(trx, ground, concept, closing);
  const timeline = await readTimeline(trx, where);
  const { roll } = timeline;
  const votes = await readWholeVotes(trx, { ...where, conceptId });
  const annulled = await readAnnulled<VoteTable>(trx, { ...where, conceptId });
  const who = await readWho(
    trx,
    timeline.stays.map(({ record }) => record),
    annulled.map(({ end }) => end.actor),
    roll,
  );
  const stays = staysByUnit(timeline.stays);
  const isMasked = areAnswersMasked(concept);
  const rowOf = (unit: UnitThen, vote: VoteTable): VoteRow => {
    const stay = stayOfVote(stays.get(unit.apartmentId), vote);
    return {
      ...reportUnitOf(unit),
      coefficient: vote.coefficient,
      answerId: isMasked ? null : vote.answer_id,
      answer: isMasked
        ? 'Votado'
        : votedText(concept.answers, { answerId: vote.answer_id, choices: vote.choices }),
      attendee: stay === undefined ? null : who.attendee(stay.record, unit),
      at: vote.at,
      receipt: isMasked ? '' : vote.receipt,
      way: voteWayOf(vote),
      remote: vote.remote === 1,
    };
  };
  const endedOf = (some: typeof annulled): AnnulledVoteRow[] =>
    withUnits(some, timeline)
      .sort((a, b) => a.end.at - b.end.at || a.unit.position - b.unit.position)
      .map(({ unit, record, end }) => ({
        ...rowOf(unit, record),
        annulledAt: end.at,
        why: actWord(end.how),
        reason: end.reason,
        by: who.actor(end.actor, end.at),
      }));
  // A vote annulled after the closing still counts as a vote of the unit.
  const after = annulled.filter(({ end }) => concept.active === 0 && end.at > (concept.closedAt ?? end.at));
  const voted = new Set([...votes, ...after.map(({ record }) => record)].map((vote) => vote.apartment_id));
  const there = await represented(trx, ground, { concept, timeline, closing });
  return {
    ...heading,
    question: questionOf(concept, heading.assembly.agenda),
    result,
    votes: withUnits(
      votes.map((record) => ({ record })),
      timeline,
    )
      .sort((a, b) => a.unit.position - b.unit.position)
      .map(({ unit, record }) => rowOf(unit, record)),
    silent: there.filter(({ apartmentId, coefficient }) => coefficient > 0 && !voted.has(apartmentId)),
    voteless: there.filter(({ coefficient }) => coefficient === 0),
    annulled: endedOf(annulled.filter(({ end }) => end.how !== SET_ASIDE)),
    setAside: endedOf(annulled.filter(({ end }) => end.how === SET_ASIDE)),
    unsureOwners: doubtsOf(concept),
  };
}

/** Reopenings with a doubtful change of owner after a counting vote. */
const doubtsOf = ({ intervals }: StoredConcept): VoteReport['unsureOwners'] =>
  intervals.flatMap(({ openedAt, unsureOwners: units }) => (units.length === 0 ? [] : [{ openedAt, units }]));

interface OldVote {
  roll_version?: number;
}

/**
 * Adds to each vote the unit as on the assembly's roll at the vote. Old records without a roll version use the
 * instant of the vote. Leaves out votes of units unknown to the roll.
 */
function withUnits<T extends { record: Pick<VoteTable, 'apartment_id' | 'at'> & OldVote }>(
  votes: readonly T[],
  { roll }: Timeline,
): (T & { unit: UnitThen })[] {
  return votes.flatMap((vote) => {
    const { apartment_id, roll_version, at } = vote.record;
    const unit =
      roll_version === undefined ? roll.before(apartment_id, at) : roll.of(apartment_id, roll_version);
    return unit === undefined ? [] : [{ ...vote, unit }];
  });
}

/** Heading of a closed question's report: assembly, figures and end of the audit trail at the closing. */
async function headingThen(
  trx: Db,
  { heading, rootId }: ReportGround,
  { base }: StoredConcept,
  { assembly, trailSeq }: ClosingGround,
): Promise<ReportHeading> {
  const then: ReportHeading = {
    ...heading,
    assembly: { ...heading.assembly, ...assembly, openedAt: instantOf(assembly.openedAt), closedAt: null },
    trail: await readTrailAt(trx, jointChain(rootId), trailSeq),
  };
  if (base === null) return then;
  const { call, coefficient, total, owners, apartments } = base;
  const quorum = quorumOf({ call, registered: coefficient, total, owners });
  return {
    ...then,
    registered: { apartments, coefficient: toNumber(coefficient) },
    total: { ...heading.total, coefficient: toNumber(total) },
    quorum: quorumToApi(quorum),
  };
}

function questionOf(concept: StoredConcept, agenda: string | null): VoteReport['question'] {
  const { conceptId, agendaItem } = concept;
  const point = agendaItems(agenda).find(({ number }) => number === agendaItem);
  return {
    conceptId,
    number: conceptId - 1,
    description: concept.description,
    matter: concept.matter,
    approvingAnswerId: concept.approvingAnswerId,
    agendaItem,
    agendaText: point?.text ?? null,
    openedAt: concept.openedAt,
    closedAt: concept.active === 1 ? null : concept.closedAt,
  };
}

/**
 * Reads the units represented at a question's closing (or now, while the question is open), with the coefficients
 * of the time.
 */
async function represented(
  trx: Db,
  { where }: ReportGround,
  of: { concept: StoredConcept; timeline: Timeline; closing: ClosingGround | undefined },
): Promise<ReportUnit[]> {
  const { concept, closing } = of;
  const { stays, roll } = of.timeline;
  const { active, closedAt, base } = concept;
  if (active === 1) {
    const here = new Set(stays.flatMap(({ record, end }) => (end === null ? [record.apartment_id] : [])));
    const units = await readRollUnits(trx, where);
    return units.filter(({ apartmentId }) => here.has(apartmentId)).map(reportUnitOf);
  }
  if (closing !== undefined) {
    const units = [...closing.represented].flatMap(([unit, version]) => roll.of(unit, version) ?? []);
    return units.map(reportUnitOf);
  }
  if (closedAt === null || base === null) return [];
  const here = presentAtClosing(stays, closedAt, base.apartments);
  return roll
    .allBefore(closedAt)
    .filter(({ apartmentId }) => here.has(apartmentId))
    .map(reportUnitOf);
}
