import { describe, expect, it } from 'vitest';
import type { LiveConcept, Outcome } from '../../../../shared/assemblies/live.ts';
import { ApiError, failureText } from '../../../lib/api.ts';
import { jittered } from '../../../lib/live/poll.ts';
import { zoomUrl } from '../live/zoom-link.tsx';
import { standingOn } from '../my-votes/voting-history.ts';
import { mayAnswer, registrationWords, totalCoefficient } from '../properties/own-units.ts';
import { groupUnits } from '../units/groups.ts';
import { alreadyRegistered } from './failure.ts';
import {
  activeQuestion,
  belowVerdict,
  conceptLabel,
  outcomeWords,
  quorumWords,
} from './question-messages.ts';

/** Null values for the outcome fields of elections. */
const noElection = { passesHalf: null, blankAnswerId: null } as const;

describe('texts of failures', () => {
  it("a refusal by a rule shows the server's sentence", () => {
    expect(failureText(new ApiError(409, 'alreadyRegistered', 'Ya está.'), 'F')).toBe('Ya está.');
    expect(failureText(new ApiError(422, 'votesStand', 'Hay votos.'), 'F')).toBe('Hay votos.');
  });

  it('any other failure shows the sentence of the action', () => {
    for (const error of [
      new ApiError(0, 'network', 'Network Error'),
      new ApiError(500, 'internal', 'x'),
      new ApiError(404, 'jointNotFound', 'x'),
      new Error('bug'),
    ]) {
      expect(failureText(error, 'F')).toBe('F');
    }
  });

  it('reads the registered units of a refusal, even with missing fields', () => {
    const at = '2026-03-05T23:05:00.000Z';
    const details = {
      apartments: [
        { apartmentId: '101', owner: 'Ana', at, attendee: { name: 'Luis', document: null }, userId: '7' },
        { apartmentId: '102', owner: 'Eva', at, attendee: null },
        { nothing: true },
      ],
    };
    expect(alreadyRegistered(new ApiError(409, 'alreadyRegistered', 'x', details))).toEqual([
      { apartmentId: '101', owner: 'Ana', at, attendee: 'Luis', userId: '7' },
      { apartmentId: '102', owner: 'Eva', at, attendee: null, userId: null },
    ]);
    expect(alreadyRegistered(new ApiError(409, 'alreadyRegistered', 'x'))).toEqual([]);
  });
});

describe('names of concepts', () => {
  it('concepts are named as in the specification', () => {
    expect(conceptLabel({ conceptId: 1, conceptDescription: 'Registro' })).toBe('REGISTRO');
    expect(conceptLabel({ conceptId: 4, conceptDescription: '¿Aprueba?' })).toBe('VOTACIÓN 3 - ¿Aprueba?');
  });

  it('attendance is never the active question', () => {
    expect(activeQuestion([{ conceptId: 1, active: 1 }])).toBeNull();
  });
});

describe('quorum in words', () => {
  const joint = (registered: number, call: 1 | 2, reached: boolean) =>
    ({
      registered: { apartments: 10, coefficient: registered },
      quorum: { required: call === 2 ? 0 : 50, reached, missing: 0 },
      assembly: { call },
    }) as unknown as Parameters<typeof quorumWords>[0];

  it('the missing quorum is shown', () => {
    expect(quorumWords(joint(34.2, 1, false)).detail).toContain('falta más de 15,8000.');
    expect(quorumWords(joint(60, 1, true)).title).toBe('Hay quórum');
  });

  it('a tiny missing quorum is not rounded to zero', () => {
    expect(quorumWords(joint(49.99999, 1, false)).detail).toContain('falta más de 0,00001.');
  });

  it('distinguishes a single owner from too little coefficient', () => {
    expect(quorumWords(joint(60, 1, false)).detail).toContain('al menos dos');
    expect(quorumWords(joint(5, 2, false)).detail).toContain('al menos dos propietarios');
  });
});

describe('outcomes in words', () => {
  const question = (active: 0 | 1, outcome: Partial<Outcome>): LiveConcept => ({
    conceptId: 2,
    conceptDescription: 'x',
    active,
    rule: 'simple',
    voted: { apartments: 1, coefficient: 1 },
    answers: [
      { answerId: 1, answerDescription: 'Si', apartments: 1, coefficient: 1, dwellings: 0, inRoom: 0 },
    ],
    outcome: {
      status: 'approved',
      answerId: 1,
      base: { apartments: 10, coefficient: 60 },
      share: 0.5025,
      mode: 'inPerson',
      ...noElection,
      ...outcome,
    },
  });

  it('an outcome is shown after the closing', () => {
    expect(outcomeWords(question(1, { status: 'open' }))?.title).toBe('Votación abierta');
    expect(outcomeWords(question(0, {}))).toEqual({
      title: 'Aprobada',
      detail: '«Si»: 50,25 % de 60,0000 representados.',
      isGood: true,
      half: '',
      figure: '50,25 %',
      line: 'Debía pasar de 30,0000, la mitad de los 60,0000 representados.',
      blank: '',
    });
    expect(outcomeWords(question(0, { status: 'noVotes', answerId: null }))?.detail).toBe('');
  });

  describe('outcome of an election', () => {
    const answers = ['Plancha 1', 'Plancha 2', 'Blanco'].map((answerDescription, at) => ({
      answerId: at + 1,
      answerDescription,
      apartments: 1,
      coefficient: [10, 24.02, 40][at] ?? 0,
      dwellings: 0,
      inRoom: 0,
    }));
    const election = (outcome: Partial<Outcome>): LiveConcept => ({
      ...question(0, { status: 'elected', answerId: 2, share: 0.2402, blankAnswerId: 3, ...outcome }),
      rule: 'election',
      answers,
    });

    it('an election tells if the winner passes half, and the blank vote if larger', () => {
      const words = outcomeWords(election({ passesHalf: false }));
      expect(words).toEqual({
        title: 'Elegida: Plancha 2',
        detail:
          '«Plancha 2»: 24,02 % de 60,0000 representados. No pasa de la mitad de lo representado (art. 45): vale solo si el reglamento lo prevé. «Blanco» reunió más: 40,0000.',
        isGood: false,
        half: 'No pasa de la mitad',
        figure: '24,02 %',
        line: 'La mitad de lo representado es 30,0000.',
        blank: '«Blanco» reunió más: 40,0000.',
      });
      expect(words && belowVerdict(words)).toBe(
        'La mitad de lo representado es 30,0000. «Blanco» reunió más: 40,0000.',
      );
      expect(outcomeWords(election({ passesHalf: true, share: 0.52, blankAnswerId: null }))).toEqual({
        title: 'Elegida: Plancha 2',
        detail: '«Plancha 2»: 52,00 % de 60,0000 representados. Pasa de la mitad de lo representado.',
        isGood: true,
        half: 'Pasa de la mitad',
        figure: '52,00 %',
        line: 'La mitad de lo representado es 30,0000.',
        blank: '',
      });
    });

    it('closings from before the field say no more than before', () => {
      const before = election({ answerId: 3, share: 0.4, passesHalf: null, blankAnswerId: null });
      expect(outcomeWords(before)).toEqual({
        title: 'Elegida: Blanco',
        detail: '«Blanco»: 40,00 % de 60,0000 representados.',
        isGood: true,
        half: '',
        figure: '40,00 %',
        line: 'La mitad de lo representado es 30,0000.',
        blank: '',
      });
    });

    it('a tie excludes the blank vote, and blank votes alone elect no candidate', () => {
      const tie = election({ status: 'tied', answerId: null });
      const below = (blank: number) => {
        const even = answers.map((answer) => ({
          ...answer,
          coefficient: answer.answerId === 3 ? blank : 10,
        }));
        const words = outcomeWords({ ...tie, answers: even });
        expect(words).toMatchObject({ title: 'Empate', half: '', line: '' });
        return words && belowVerdict(words);
      };
      expect(below(10)).toBe('Plancha 1 y Plancha 2: 10,0000 cada respuesta.');
      expect(below(40)).toBe('Plancha 1 y Plancha 2: 10,0000 cada respuesta. «Blanco» reunió más: 40,0000.');
      expect(outcomeWords(election({ status: 'rejected', answerId: null, share: 0 }))).toEqual({
        title: 'Nadie fue elegido',
        detail: 'Todos los votos son en blanco.',
        isGood: false,
        half: '',
        figure: '',
        line: '',
        blank: '',
      });
    });
  });
});

describe('own units', () => {
  it('the owner answers with any own device, and with no other', () => {
    const ways = ['self', 'badge', 'card', 'account', 'unnamedCard', 'power', 'other', null] as const;
    expect(ways.filter((registeredWith) => mayAnswer({ registeredWith }))).toEqual([
      'self',
      'badge',
      'card',
      'account',
    ]);
    expect(registrationWords({ registeredWith: 'badge' })).toBe('Registrado con su escarapela');
    expect(registrationWords({ registeredWith: null })).toBe('Sin registrar');
  });

  it('coefficients add up exactly', () => {
    expect(totalCoefficient(Array.from({ length: 10 }, () => ({ coefficient: 0.1 })))).toBe(1);
  });

  it('units are grouped by joint, sectors below', () => {
    const unit = (jointId: number) => ({
      jointId,
      apartmentId: '1',
      owner: 'Ana',
      coefficient: 1,
      userId: null,
      registeredWith: null,
    });
    const joint = {
      jointId: 1,
      jointName: 'Uno',
      isSectorial: true,
      sectors: [{ sectorId: 2, sectorName: 'Torre' }],
    };
    const groups = groupUnits([unit(1), unit(2), unit(9)], [{ joint }]);
    expect(groups.map((group) => [group.jointId, group.sectors.map((sector) => sector.jointId)])).toEqual([
      [1, [2]],
      [9, []],
    ]);
  });
});

describe('voting history', () => {
  const answers = [
    { answerId: 1, answerDescription: 'Si' },
    { answerId: 2, answerDescription: 'No' },
  ];
  const held = [
    { apartmentId: '1', coefficient: 1 },
    { apartmentId: '2', coefficient: 1 },
    { apartmentId: 'dep', coefficient: 0 },
  ];

  it('tells voted or not, and the part of several units', () => {
    expect(standingOn(answers, held, []).words).toBe('No votado');
    expect(standingOn(answers, held, [{ apartmentId: '1', voteId: 1 }]).words).toBe(
      'Votado por 1 de 2 inmuebles: Si',
    );
    const both = [
      { apartmentId: '1', voteId: 1 },
      { apartmentId: '2', voteId: 2 },
    ];
    expect(standingOn(answers, held, both).words).toBe('Votado: Si (1), No (1)');
  });
});

it('builds the address of a meeting from typed text', () => {
  expect(zoomUrl({ zoomId: '812 3456-7890', zoomPassword: 'a&b' })).toBe(
    'https://zoom.us/j/81234567890?pwd=a%26b',
  );
  const address = 'https://meet.ejemplo.co/abc-defg';
  expect(zoomUrl({ zoomId: address, zoomPassword: '' })).toBe(address);
});

it('spreads polls around their interval', () => {
  expect(jittered(10_000, () => 0)).toBe(8_000);
  expect(jittered(10_000, () => 1)).toBe(12_000);
});
