/** Acts of people in a simulated evening, each with actor, units and question. */

import type { Reply, TestApp } from '../../../server/testing/app.ts';
import { decimalOf } from '../../../server/testing/reference-tally.ts';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { assignHolder, register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import {
  castBallots,
  exchangeHolder,
  revokeCode,
  withdrawHolder,
} from '../../../shared/assemblies/codes.api.ts';
import {
  createConcept,
  defaultAnswers,
  deleteConcept,
  toggleConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import type { Rule, Threshold } from '../../../shared/assemblies/law/majority.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { Plan } from './plan.ts';

export type Mode = 'inPerson' | 'virtual' | 'mixed';

/**
 * Person with units in a simulated evening: the holder of a card (index of the card), or an owner with a
 * user (index of the owner).
 */
export type ActHolder = { card: number } | { owner: number };
export type Caster = 'desk' | ActHolder;

/** Correction of a unit on the assembly's roll in a simulated evening: the changed field. */
export type RollChange = { coefficient: bigint } | { owner: string } | { kind: 'vivienda' | 'local' };

export type EveningAct =
  | { kind: 'register'; by: 'desk' | 'owner'; holder: ActHolder; units: readonly string[]; takeBack: boolean }
  | { kind: 'assign'; card: number; unit: string }
  | { kind: 'confirm'; unit: string }
  | { kind: 'free'; unit: string }
  | { kind: 'withdraw'; card: number }
  | { kind: 'exchange'; from: number; to: number }
  | { kind: 'revoke'; card: number }
  | { kind: 'resetAttendance' }
  | { kind: 'registration'; active: 0 | 1 }
  | { kind: 'ask'; rule: Rule; answers: number; approving: number; blank: number | null; active: 0 | 1 }
  | { kind: 'toggle'; question: number; active: 0 | 1 }
  | { kind: 'reset'; question: number }
  | { kind: 'delete'; question: number }
  | { kind: 'annul'; question: number; unit: string }
  | { kind: 'vote'; by: Caster; unit: string; question: number; answer: number }
  | { kind: 'ballot'; card: number; answer: number }
  | { kind: 'correct'; unit: string; change: RollChange }
  | { kind: 'secondCall' }
  | { kind: 'mode'; mode: Mode }
  | { kind: 'close' }
  | { kind: 'next'; mode: Mode; call: 1 | 2; extraordinary: boolean };

/** True if the call of an act takes an idempotency key; a retry then returns the first answer. */
export const isKeyed = ({ kind }: EveningAct): boolean =>
  ['register', 'confirm', 'vote', 'ballot'].includes(kind);

/**
 * Returns texts for a number of answers: the default texts of the specification for three answers, else numbers.
 */
export const answerTexts = (many: number): readonly string[] =>
  many === defaultAnswers.length
    ? defaultAnswers
    : Array.from({ length: many }, (_, at) => `Opción ${at + 1}`);

const REASON = 'Así lo pide la mesa';

/**
 * Sends the API call of an act in a simulated evening, once.
 * @param as `token`: session of the actor; `key`: idempotency key, if the call takes a key
 */
export function sendAct(
  call: TestApp['call'],
  { jointId, owners, cards }: Plan,
  act: EveningAct,
  as: { token: string; key?: string },
): Promise<Reply<unknown>> {
  const code = (card: number): string => cards[card] ?? '';
  const params = { jointId };
  const toggle = (conceptId: number, active: 0 | 1) =>
    call(toggleConcept, { body: { jointId, conceptId, active } }, as);
  const remove = (conceptId: number, apartmentId?: string) => {
    const query = { reason: REASON, ...defined({ apartmentId }) };
    return call(removeRegistrations, { params: { jointId, conceptId }, query }, as);
  };
  const cast = (conceptId: number, apartmentId: string, voteId: number) =>
    call(castVote, { body: { jointId, conceptId, apartmentId, voteId } }, as);
  const change = (body: object) => call(changeAssembly, { params, body }, as);
  switch (act.kind) {
    case 'register': {
      const { holder, takeBack } = act;
      const holderId = 'card' in holder ? code(holder.card) : owners[holder.owner]?.userId;
      const body = {
        apartmentIds: [...act.units],
        takeBack,
        ...defined({ code: act.by === 'desk' ? holderId : undefined }),
      };
      return call(register, { params, body }, as);
    }
    case 'assign':
      return call(assignHolder, { body: { jointId, apartmentId: act.unit, userId: code(act.card) } }, as);
    case 'confirm':
      return cast(1, act.unit, 1);
    case 'free':
      return remove(1, act.unit);
    case 'withdraw':
      return call(withdrawHolder, { params: { code: code(act.card) }, query: { reason: REASON } }, as);
    case 'exchange': {
      const body = { code: code(act.to), reason: REASON };
      return call(exchangeHolder, { params: { code: code(act.from) }, body }, as);
    }
    case 'revoke':
      return call(revokeCode, { params: { jointId, code: code(act.card) }, query: { reason: REASON } }, as);
    case 'resetAttendance':
      return remove(1);
    case 'registration':
      return toggle(1, act.active);
    case 'ask': {
      const answers = answerTexts(act.answers).map((answerDescription) => ({ answerDescription }));
      const { rule, approving, blank, active } = act;
      const threshold = thresholdAsked(rule);
      const how = { rule, threshold, approvingAnswerId: approving, blankAnswerId: blank, active };
      return call(createConcept, { body: { jointId, conceptDescription: '¿Aprueba?', answers, ...how } }, as);
    }
    case 'toggle':
      return toggle(act.question, act.active);
    case 'reset':
      return remove(act.question);
    case 'delete':
      return call(deleteConcept, { body: { jointId, conceptId: act.question, reason: REASON } }, as);
    case 'annul':
      return remove(act.question, act.unit);
    case 'vote':
      return cast(act.question, act.unit, act.answer);
    case 'ballot':
      return call(castBallots, { params, body: { badge: votingBadge(code(act.card), act.answer) } }, as);
    case 'correct': {
      const { change: wished, unit: apartmentId } = act;
      const facts =
        'coefficient' in wished ? { coefficient: Number(decimalOf(wished.coefficient)) } : { ...wished };
      const where = { params: { jointId, apartmentId }, body: { ...facts, reason: REASON } };
      return call(correctRoll, where, as);
    }
    case 'secondCall':
      return change({ call: 2 });
    case 'mode':
      return change({ mode: act.mode });
    case 'close':
      return change({ closed: true });
    case 'next': {
      const kind = act.extraordinary ? ('extraordinary' as const) : ('ordinary' as const);
      return call(openAssembly, { params, body: { mode: act.mode, call: act.call, kind } }, as);
    }
  }
}

/**
 * Returns the majority of the by-laws (60 % of the represented coefficient) for a question with the rule
 * 'threshold'; undefined for other rules.
 */
export const thresholdAsked = (rule: Rule): Threshold | undefined =>
  rule === 'threshold' ? { percent: 60, base: 'represented' } : undefined;
