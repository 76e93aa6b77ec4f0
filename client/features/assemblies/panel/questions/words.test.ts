import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssemblyApartment } from '../../../../../shared/accounts/users.api.ts';
import { barsOf } from '../../../../../shared/assemblies/answer-bars.ts';
import type { Majority } from '../../../../../shared/assemblies/law/majority.ts';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import { basesOfConcept, requirement, ruleWords } from '../../../../../shared/assemblies/rule-words.ts';
import { formatCoefficientExact } from '../../../../lib/format.ts';
import { outcomeWords, tiedAnswers } from '../../common/question-messages.ts';
import { splitVoters } from './split-voters.ts';
import {
  assemblyNotice,
  questionState,
  quorumNeed,
  releasedWords,
  releaseLeftWords,
  releaseVotesWords,
  setAsideWords,
  stateWord,
  turnout,
  unsureOwnersWords,
} from './words.ts';

/** Null values for the outcome fields that only elections use. */
const noElection = { passesHalf: null, blankAnswerId: null } as const;

const answer = (answerId: number, figures: Partial<LiveConcept['answers'][number]> = {}) => ({
  answerId,
  answerDescription: ['Si', 'No', 'Blanco'][answerId - 1] ?? '',
  apartments: 0,
  coefficient: 0,
  dwellings: 0,
  inRoom: 0,
  ...figures,
});

/** Returns the question with an outcome as in an assembly with people in the room and at home. */
function inMixed(concept: LiveConcept): LiveConcept {
  return { ...concept, outcome: concept.outcome && { ...concept.outcome, mode: 'mixed' } };
}

function question(changes: Partial<LiveConcept> = {}): LiveConcept {
  return {
    conceptId: 2,
    conceptDescription: '¿Aprueba?',
    active: 0,
    rule: 'simple',
    voted: { apartments: 0, coefficient: 0 },
    answers: [answer(1), answer(2), answer(3)],
    outcome: {
      status: 'open',
      answerId: 1,
      base: { apartments: 0, coefficient: 0 },
      share: 0,
      mode: 'inPerson',
      ...noElection,
    },
    ...changes,
  };
}

const attendance = question({
  conceptId: 1,
  rule: null,
  outcome: null,
  answers: [answer(1, { dwellings: 8 })],
});
type Joint = Parameters<typeof barsOf>[1];
const joint = {
  registered: { apartments: 11, coefficient: 62.5 },
  total: { apartments: 12, coefficient: 100 },
  concepts: [attendance],
  assembly: null,
} as Joint;

describe('requirement of a rule', () => {
  const bases = { represented: 62.5, total: 100, dwellings: 8 };

  it('the requirement shows the current figures', () => {
    expect(requirement({ rule: 'simple' }, bases)).toBe('más de 31,2500 de los 62,5000 representados');
    expect(requirement({ rule: 'qualified' }, bases)).toBe(
      'al menos 70,0000 de los 100,0000 de la copropiedad',
    );
    expect(requirement({ rule: 'perUnit' }, bases)).toBe('al menos 5 de los 8 votos representados');
    expect(requirement({ rule: 'perUnit' }, { ...bases, dwellings: 9 })).toBe(
      'al menos 5 de los 9 votos representados',
    );
    expect(requirement({ rule: 'perUnit' }, { ...bases, dwellings: null })).toBeNull();
    expect(requirement({ rule: 'election' }, bases)).toBeNull();
    expect(requirement({ rule: 'unanimous' }, bases)).toBe(
      'los 100,0000 de la copropiedad, sin que falte ninguno',
    );
    const threshold = { percent: 66.6667, base: 'represented' } as const;
    expect(requirement({ rule: 'threshold', threshold }, bases)).toBe(
      'más de 41,6667 de los 62,5000 representados',
    );
    expect(requirement({ rule: 'threshold', threshold: { percent: 60, base: 'roll' } }, bases)).toBe(
      'más de 60,0000 de los 100,0000 de la copropiedad',
    );
  });

  it('the exact bound separates approval from rejection', () => {
    const nanoOf = (text: string) => {
      const [whole = '0', fraction = ''] = text.split(',');
      return BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
    };
    const exactly = (rule: Majority, bases: Parameters<typeof requirement>[1]) =>
      requirement(rule, bases, formatCoefficientExact);
    const bound = (text: string | null) => nanoOf(/(?:más de|al menos) (\S+)/.exec(text ?? '')?.[1] ?? '');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000_000_000 }), (nano) => {
        const whole = nano / 1_000_000_000;
        const half = bound(exactly({ rule: 'simple' }, { represented: whole, total: 0, dwellings: null }));
        expect(2n * half <= BigInt(nano) && 2n * (half + 1n) > BigInt(nano)).toBe(true);
        const most = bound(exactly({ rule: 'qualified' }, { represented: 0, total: whole, dwellings: null }));
        const threshold = { percent: 66.6667, base: 'roll' } as const;
        const line = bound(
          exactly({ rule: 'threshold', threshold }, { represented: 0, total: whole, dwellings: null }),
        );
        const required = 666_667n * BigInt(nano);
        expect(1_000_000n * line <= required && 1_000_000n * (line + 1n) > required).toBe(true);
        expect(10n * most >= 7n * BigInt(nano) && 10n * (most - 1n) < 7n * BigInt(nano)).toBe(true);
      }),
    );
  });

  it('uses live figures while a question is open, and those of the closing afterwards', () => {
    const base = { apartments: 5, coefficient: 40 };
    const open = question({
      active: 1,
      outcome: { status: 'open', answerId: 1, base, share: 0, mode: 'inPerson', ...noElection },
    });
    const closed = question({
      outcome: { status: 'approved', answerId: 1, base, share: 0.6, mode: 'inPerson', ...noElection },
    });
    expect(basesOfConcept(open, joint)).toEqual({ represented: 62.5, total: 100, dwellings: 8 });
    expect(basesOfConcept(closed, joint).represented).toBe(40);
    expect(basesOfConcept({ ...closed, rule: 'perUnit' }, joint).dwellings).toBe(5);
    expect(basesOfConcept({ ...closed, rule: 'qualified' }, joint)).toMatchObject({
      total: 40,
      represented: 62.5,
    });
  });

  it('names the article if there is one, and the room if only the room counts', () => {
    expect(ruleWords({ rule: 'simple' }, 'Si', 'mixed').source).toBe('Ley 675 de 2001, art. 45');
    expect(ruleWords({ rule: 'perUnit' }, 'Si', 'mixed').source).toBe('Sentencia C-522 de 2002');
    expect(ruleWords({ rule: 'qualified' }, 'Si', 'mixed').text).toContain('votos dados en el salón');
    expect(ruleWords({ rule: 'unanimous' }, 'Si', 'mixed').source).toContain('art. 9');
    expect(ruleWords({ rule: 'unanimous' }, 'Si', 'mixed').text).toContain('votos dados en el salón');
    const threshold = { percent: 60.5, base: 'roll' } as const;
    expect(ruleWords({ rule: 'threshold', threshold }, 'Si', 'mixed').text).toBe(
      '«Si» debe pasar del 60,5 % de toda la copropiedad. Ese porcentaje exacto no basta.',
    );
    expect(ruleWords({ rule: 'qualified' }, 'Si', 'inPerson').text).not.toContain('salón');
    expect(ruleWords({ rule: 'election' }, null, 'mixed').source).toContain('art. 45');
    expect(ruleWords({ rule: 'election' }, null, 'mixed').text).toContain('El voto en blanco no se elige.');
    expect(ruleWords({ rule: 'election' }, null, 'mixed', 'Blanco').text).toContain('«Blanco» no se elige.');
    expect(ruleWords({ rule: 'election' }, null, 'mixed', null).text).not.toContain('blanco');
  });
});

describe('answers as bars', () => {
  const answers = [
    answer(1, { coefficient: 25, dwellings: 4, inRoom: 10 }),
    answer(2, { coefficient: 5 }),
    answer(3),
  ];

  it('bars are parts of the counted sum, with a mark on the approving answer alone', () => {
    const bars = (rule: LiveConcept['rule'], mode: 'inPerson' | 'mixed' = 'inPerson') => {
      const base = { apartments: 8, coefficient: rule === 'qualified' ? 100 : 62.5 };
      const outcome = {
        status: 'open',
        answerId: rule === 'election' ? null : 1,
        base,
        share: 0,
        mode,
        ...noElection,
      } as const;
      return barsOf(question({ active: 1, rule, answers, outcome }), {
        ...joint,
        assembly: { mode },
      } as Joint);
    };
    expect(bars('simple').map(({ share, mark }) => [share, mark])).toEqual([
      [0.4, 0.5],
      [0.08, null],
      [0, null],
    ]);
    expect(bars('perUnit')[0]).toMatchObject({ share: 0.5, mark: 0.5 });
    expect(bars('qualified', 'inPerson')[0]).toMatchObject({ share: 0.25, mark: 0.7 });
    expect(bars('qualified', 'mixed')[0]).toMatchObject({ share: 0.1, allShare: 0.25, mark: 0.7 });
    expect(bars('election').map((bar) => bar.mark)).toEqual([null, null, null]);
  });
});

describe('stage and outcome of a question', () => {
  const closed = question({
    outcome: {
      status: 'rejected',
      answerId: 1,
      base: { apartments: 5, coefficient: 100 },
      share: 0.64,
      mode: 'inPerson',
      ...noElection,
    },
  });

  it('distinguishes prepared, active and closed questions', () => {
    expect([question(), question({ active: 1 }), closed].map(questionState)).toEqual([
      'prepared',
      'active',
      'closed',
    ]);
    expect([question(), question({ active: 1 }), closed].map(stateWord)).toEqual([
      'Preparada',
      'Activa',
      'Cerrada: No aprobada',
    ]);
    expect(stateWord(attendance)).toBe('Inactivo');
  });

  it('a qualified majority shows both figures if only the room counts', () => {
    const qualified = question({
      ...closed,
      rule: 'qualified',
      answers: [answer(1, { coefficient: 74, inRoom: 64 }), answer(2)],
    });
    expect(outcomeWords(inMixed(qualified))?.detail).toBe(
      '«Si»: 64,00 % de 100,0000, el total de la copropiedad, con los votos dados en el salón (64,0000); con todos los votos suma 74,0000.',
    );
    expect(outcomeWords(inMixed(qualified))?.line).toBe(
      'Debía reunir al menos 70,0000, el 70 % de los 100,0000 de la copropiedad, con votos del salón.',
    );
    expect(outcomeWords(qualified)?.detail).not.toContain('salón');
    expect(outcomeWords(inMixed(closed))?.detail).not.toContain('salón');
  });

  it('the deciding share and the threshold never look equal', () => {
    const votes = { coefficient: 50.000_000_001 };
    const base = { apartments: 5, coefficient: 100 };
    const approved = { ...closed.outcome, base, status: 'approved', answerId: 1, share: 0.500_000_000_01 };
    const barely = question({ answers: [answer(1, votes)], outcome: approved as LiveConcept['outcome'] });
    expect(outcomeWords(barely)).toMatchObject({
      figure: '50,000000001 %',
      line: 'Debía pasar de 50, la mitad de los 100,0000 representados.',
    });
    const plainly = { ...approved, share: 0.619_83 } as LiveConcept['outcome'];
    expect(
      outcomeWords(question({ answers: [answer(1, { coefficient: 61.983 })], outcome: plainly })),
    ).toMatchObject({
      figure: '61,98 %',
      line: 'Debía pasar de 50,0000, la mitad de los 100,0000 representados.',
    });
    const without = { ...approved, status: 'noQuorum' } as LiveConcept['outcome'];
    expect(outcomeWords(question({ outcome: without }))).toMatchObject({ figure: '', line: '' });
  });

  it('a single registered unit is written in the singular', () => {
    expect(turnout(1, 1)).toBe('1 de 1 inmueble registrado');
    expect(turnout(64, 1115)).toBe('64 de 1.115 inmuebles registrados');
  });
});

describe('quorum and state of the assembly', () => {
  const standing = (registered: number, quorum: object, call: 1 | 2 = 1) =>
    ({ registered: { apartments: 2, coefficient: registered }, quorum, assembly: { call } }) as Parameters<
      typeof quorumNeed
    >[0];

  it('the missing quorum comes from the server, even if tiny, or is another owner', () => {
    expect(quorumNeed(standing(60, { required: 50, reached: true, missing: 0 }))).toBe(
      'Se requiere más de 50,0000.',
    );
    expect(quorumNeed(standing(10, { required: 50, reached: false, missing: 40.000000001 }))).toBe(
      'Se requiere más de 50,0000: falta más de 40,0000.',
    );
    expect(quorumNeed(standing(50, { required: 50, reached: false, missing: 0.000000001 }))).toBe(
      'Se requiere más de 50,0000: falta 0,000000001.',
    );
    expect(quorumNeed(standing(60, { required: 50, reached: false, missing: 0 }))).toContain('falta otro');
    expect(quorumNeed(standing(3, { required: 0, reached: false, missing: 0 }, 2))).toContain('al menos dos');
  });

  it('distinguishes an ended assembly from an unopened one', () => {
    const at = '2026-03-05T23:05:00.000Z';
    const assembly = (openedAt: string | null, closedAt: string | null) =>
      assemblyNotice({ openedAt, closedAt } as Parameters<typeof assemblyNotice>[0]);
    expect(assembly(at, at)).toMatchObject({
      isOver: true,
      title: 'La asamblea terminó el 5 de marzo de 2026, 18:05.',
    });
    expect(assembly(null, null)?.isOver).toBe(false);
    expect(assembly(at, null)).toBeNull();
  });
});

describe('list of voters', () => {
  const unit = (apartmentId: string, userId: string | null, coefficient = 1): AssemblyApartment => ({
    jointId: 1,
    apartmentId,
    owner: `Dueño de ${apartmentId}`,
    coefficient,
    userId,
  });
  const code = '0123456789AB';

  it('counts registered units with a vote right; a vote stays after its unit left', () => {
    const units = [unit('1', '7'), unit('2', '8'), unit('3', null), unit('4', null), unit('5', '9', 0)];
    const { voted, pending, without } = splitVoters(units, [{ apartmentId: '1' }, { apartmentId: '4' }]);
    expect(voted.map((voter) => [voter.apartmentId, voter.holder])).toEqual([
      ['1', 'Usuario propio'],
      ['4', null],
    ]);
    expect(pending.map((voter) => voter.apartmentId)).toEqual(['2']);
    expect(without).toBe(1);
  });

  it('the list of voters says that a unit came with a card, named by its public id', () => {
    const { pending } = splitVoters([unit('1', 'QR-0123456789abcdef'), unit('2', '8')], []);
    expect(pending.map((voter) => voter.holder)).toEqual(['Código QR', 'Usuario propio']);
  });

  it('the list of voters never shows a code, since a reader could vote with it', () => {
    const valid = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'].map((last) => code.slice(0, 11) + last);
    const { pending } = splitVoters(
      valid.map((one, at) => unit(String(at), one)),
      [],
    );
    expect(pending.map((voter) => voter.holder)).toContain('Código QR');
    expect(JSON.stringify(pending)).not.toContain(code.slice(0, 11));
  });
});

it('a release tells the annulled votes, the units left, and the quorum', () => {
  expect([releaseVotesWords(1), releaseVotesWords(41)]).toEqual([
    'Se anula 1 voto de la votación abierta.',
    'Se anulan 41 votos de la votación abierta.',
  ]);
  expect(
    releaseLeftWords({ votes: 41, registered: { apartments: 123, coefficient: 50.19 }, quorum: true }),
  ).toBe('Quedan 123 inmuebles, 50,1900: sigue habiendo quórum.');
  expect(releaseLeftWords({ votes: 0, registered: { apartments: 1, coefficient: 10 }, quorum: false })).toBe(
    'Queda 1 inmueble, 10,0000: se pierde el quórum.',
  );
  expect([releasedWords(2, 0), releasedWords(1, 1), releasedWords(0, 2)]).toEqual([
    'Se liberaron 2 inmuebles.',
    'Se liberó 1 inmueble. 1 inmueble confirmó mientras tanto y sigue registrado.',
    '2 inmuebles confirmaron mientras tanto y siguen registrados.',
  ]);
});

it('the dialog of a reopening names the units with a doubtful owner', () => {
  expect(unsureOwnersWords(['101'])).toMatch(/el dueño de 101 y queda la duda .* Su voto sigue contando\./);
  expect(unsureOwnersWords(['101', '204'])).toMatch(/el dueño de 101 y 204 .* Sus votos siguen contando\./);
});

it('the dialog of a reopening names the number of votes set aside', () => {
  expect(setAsideWords(0)).toBe('Todos los votos de antes siguen contando.');
  const why =
    'de inmuebles que ya no están representados, que pesan distinto o, con un voto por propietario, que cambiaron de dueño.';
  expect(setAsideWords(1)).toBe(
    `Se aparta 1 voto ${why} Queda en el registro del cierre anterior; si un inmueble regresa, vota de nuevo.`,
  );
  expect(setAsideWords(1_200)).toBe(
    `Se apartan 1.200 votos ${why} Quedan en el registro del cierre anterior; si un inmueble regresa, vota de nuevo.`,
  );
});

it('the tied answers are the answers with the most votes, without the blank vote', () => {
  const answers = [
    answer(1, { coefficient: 20 }),
    answer(2, { coefficient: 20 }),
    answer(3, { coefficient: 40 }),
    answer(4, { coefficient: 10 }),
  ];
  const { outcome } = question();
  const tied = question({ answers, outcome: outcome && { ...outcome, status: 'tied', blankAnswerId: 3 } });
  expect(tiedAnswers(tied).map(({ answerId }) => answerId)).toEqual([1, 2]);
  expect(tiedAnswers(question())).toEqual([]);
});
