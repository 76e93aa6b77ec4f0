import type { Presence } from '../../../shared/assemblies/presence.api.ts';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import { ZERO } from '../../../shared/coefficient.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { Moment } from '../meeting/timeline.ts';
import type { ClosingBase } from '../store/concepts.repository.ts';
import type { AssemblyAct } from './acta.repository.ts';
import type { QuestionMoment } from './acta-facts.ts';

interface Evening {
  jointId: number;
  /** Every opening and closing, with who was connected. */
  presence: readonly Presence[];
  /** Who was there after each change. */
  timeline: readonly Moment[];
  acts: readonly AssemblyAct[];
  call: 1 | 2;
  secondCallAt: Millis | null;
}

/**
 * Who was represented at each opening and closing of a question. A closing recorded it; at an opening, and where a
 * question was deleted while it was open, the attendance is played again up to that moment.
 */
export function questionMoments(evening: Evening): QuestionMoment[] {
  return evening.presence.map(({ conceptId, moment, at: instant, apartments: connected }) => {
    const at = Date.parse(instant);
    const base = moment === 'closed' ? recordedBase(evening, conceptId, at) : undefined;
    const there = base ?? playedUntil(evening, at);
    return {
      ...{ conceptId, moment, at, connected },
      apartments: there.apartments,
      coefficient: there.coefficient,
      hasQuorum: quorumOf({
        call: there.call,
        registered: there.coefficient,
        total: there.total,
        owners: there.owners,
      }).reached,
    };
  });
}

type There = Pick<ClosingBase, 'apartments' | 'coefficient' | 'owners' | 'total' | 'call'>;

function recordedBase({ acts, jointId }: Evening, conceptId: number, at: Millis): There | undefined {
  const closing = acts.find(
    (one) =>
      one.act === 'conceptDeactivated' &&
      one.at === at &&
      one.data.jointId === jointId &&
      one.data.conceptId === conceptId,
  );
  return closing?.data.base as There | undefined;
}

function playedUntil({ timeline, call, secondCallAt }: Evening, at: Millis): There {
  const last = timeline.filter((one) => one.at <= at).at(-1);
  const { apartments, coefficient, owners, total } = last ?? {
    ...{ apartments: 0, coefficient: ZERO, owners: 0 },
    total: ZERO,
  };
  const isFirst = call === 1 || (secondCallAt !== null && at < secondCallAt);
  return { apartments, coefficient, owners, total, call: isFirst ? 1 : 2 };
}
