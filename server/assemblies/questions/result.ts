import { ATTENDANCE, REGISTERED } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import { type AnswerCount, decide, votedOf } from '../../../shared/assemblies/tally.ts';
import { nano, toNumber } from '../../../shared/coefficient.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';
import { areResultsHidden, type StoredConcept } from '../store/concepts.repository.ts';
import {
  type Represented,
  type RollTotal,
  represented,
  rollTotal,
  unitsOf,
} from '../store/tally.repository.ts';

/** Everything of an assembly that a result depends on beside the votes themselves. */
export interface StandingVotes {
  assembly: Pick<StoredAssembly, 'call' | 'mode'>;
  total: RollTotal;
  now: Represented;
}

export async function standingOf(db: Db, assembly: StoredAssembly, jointId: number): Promise<StandingVotes> {
  return {
    assembly,
    total: await rollTotal(db, assembly.assemblyId, jointId),
    now: await represented(db, assembly.assemblyId, jointId),
  };
}

export function quorumNow({ assembly, total, now }: StandingVotes) {
  return quorumOf({
    call: assembly.call,
    registered: now.coefficient,
    total: total.coefficient,
    owners: now.owners,
  });
}

/**
 * A concept's result: its answers with what they gathered, and how it is decided. The one place where stored
 * votes become a result; wall, panel, phones and reports show what it returns. Of a question whose results are
 * hidden that is the turnout alone.
 */
export function resultOf(
  concept: StoredConcept,
  counted: readonly AnswerCount[],
  standing: StandingVotes,
): LiveConcept {
  const { total, now, assembly } = standing;
  // On attendance, what a question per unit would be of, were it opened now.
  const dwellings = unitsOf(now, concept.perUnitKinds);
  const present = { apartments: now.apartments, coefficient: now.coefficient, dwellings };
  const attendance: AnswerCount = { ...present, answerId: REGISTERED, inRoom: nano(0) };
  const given = concept.conceptId === ATTENDANCE ? [attendance] : counted;
  const answers = concept.answers.map(
    ({ answerId }) => given.find((answer) => answer.answerId === answerId) ?? emptyAnswer(answerId),
  );
  const voted = votedOf(answers);
  const isHidden = areResultsHidden(concept);
  return {
    conceptId: concept.conceptId,
    conceptDescription: concept.description,
    active: concept.active,
    rule: concept.rule,
    voted: { apartments: voted.apartments, coefficient: toNumber(voted.coefficient) },
    ...(isHidden ? { hidden: true as const } : {}),
    ...(concept.countdownTo === null ? {} : { countdownTo: new Date(concept.countdownTo).toISOString() }),
    answers: (isHidden ? [] : answers).map((answer) => ({
      answerId: answer.answerId,
      answerDescription: concept.answers.find((a) => a.answerId === answer.answerId)?.description ?? '',
      apartments: answer.apartments,
      coefficient: toNumber(answer.coefficient),
      dwellings: answer.dwellings,
      inRoom: toNumber(answer.inRoom),
    })),
    outcome: concept.rule === null ? null : outcome(concept.rule),
  };

  function outcome(rule: NonNullable<StoredConcept['rule']>): LiveConcept['outcome'] {
    const closed = concept.active === 0 ? concept.base : null;
    const base = closed ?? {
      ...present,
      owners: now.owners,
      call: assembly.call,
      total: total.coefficient,
      mode: assembly.mode,
    };
    const quorum = quorumOf({
      call: base.call,
      registered: base.coefficient,
      total: base.total,
      owners: base.owners,
    }).reached;
    // What was closed before the blank vote was kept apart stays as it was told then.
    const isApart = closed?.isBlankApart !== false;
    const blankAnswerId = isApart ? concept.blankAnswerId : null;
    const decision = decide(
      {
        rule,
        approvingAnswerId: concept.approvingAnswerId ?? 1,
        blankAnswerId,
        active: concept.active === 1,
        closed: concept.closedAt !== null,
      },
      isHidden ? [] : answers,
      { ...base, quorum },
      base,
    );
    return {
      status: decision.status,
      answerId: decision.answerId,
      base: { apartments: decision.base.apartments, coefficient: toNumber(decision.base.coefficient) },
      share: decision.share,
      passesHalf: isApart ? decision.passesHalf : null,
      blankAnswerId,
      mode: base.mode,
    };
  }
}

const emptyAnswer = (answerId: number): AnswerCount => ({
  answerId,
  apartments: 0,
  coefficient: nano(0),
  dwellings: 0,
  inRoom: nano(0),
});
