import { expect, it } from 'vitest';
import type { ElectionOutcome } from './outcome.ts';
import { alternatesWords, electedNames, electionNotes, seatRows, sumLines } from './words.ts';

const answers = [
  { answerId: 1, answerDescription: 'Plancha 1', coefficient: 50 },
  { answerId: 2, answerDescription: 'Plancha 2', coefficient: 30 },
  { answerId: 3, answerDescription: 'Voto en blanco', coefficient: 10 },
];
const election: ElectionOutcome = {
  method: 'quotient',
  seats: 3,
  valid: 90,
  quotient: { value: 30, over: 0 },
  lists: [
    { answerId: 1, votes: 50, whole: 1, remainder: 20, over: 0, seats: 1, byRemainder: 1 },
    { answerId: 2, votes: 30, whole: 1, remainder: 0, over: 0, seats: 1, byRemainder: 0 },
  ],
  elected: [
    {
      seat: 1,
      answerId: 1,
      place: 2,
      name: 'Beto',
      by: 'quotient',
      isAlternate: true,
      insteadOf: 'Ana',
      passesHalf: null,
      acceptance: 'accepted',
    },
    {
      seat: 2,
      answerId: 2,
      place: 1,
      name: 'Diana',
      by: 'quotient',
      isAlternate: false,
      passesHalf: null,
      acceptance: 'pending',
    },
  ],
  alternates: [
    { answerId: 1, place: 3, name: 'Clara' },
    { answerId: 2, place: 2, name: 'Élmer' },
  ],
  declined: [{ answerId: 1, place: 1, name: 'Ana' }],
  ties: [{ answerIds: [1, 2], seats: 1 }],
  lots: [{ order: [2, 1], how: 'Una moneda.', at: '2026-11-25T23:05:06.000Z', by: 'Óscar' }],
  vacant: 1,
  blankLeads: false,
};
const toldElection = { election, answers };

it('seatRows tells list, source and acceptance of each seat', () => {
  expect(seatRows(toldElection)).toMatchObject([
    {
      seat: 1,
      name: 'Beto',
      list: 'Plancha 1',
      how: 'suplente, en lugar de Ana',
      acceptance: 'Aceptó',
    },
    {
      seat: 2,
      name: 'Diana',
      list: 'Plancha 2',
      how: 'por cuociente',
      acceptance: 'Por aceptar',
      coefficient: null,
    },
  ]);
  expect(alternatesWords(toldElection)).toBe('Plancha 1: Clara; Plancha 2: Élmer');
});

it('sumLines writes the sums behind the seats, exact on request', () => {
  expect(sumLines(toldElection)).toEqual([
    'Votos válidos 90,0000 ÷ 3 puestos = cuociente 30,0000.',
    'Plancha 1: votos 50,0000, residuo 20,0000; 2 puestos: 1 por cuociente y 1 por residuo.',
    'Plancha 2: votos 30,0000, residuo 0,0000; 1 puesto: 1 por cuociente.',
  ]);
  const uneven = { ...election, seats: 7, quotient: { value: 12.857142857, over: 1 } };
  expect(sumLines({ election: uneven, answers }, true)[0]).toBe(
    'Votos válidos 90 ÷ 7 puestos = cuociente 12,857142857 y 1/7 de milmillonésima.',
  );
});

it('electedNames is empty while a lot is missing', () => {
  expect(electedNames(election)).toBe('');
  expect(electedNames({ ...election, ties: [] })).toMatch(/ y /);
});

it('electionNotes has a sentence for each tie, lot, decline and vacancy', () => {
  expect(electionNotes(toldElection)).toEqual([
    'Empatan Plancha 1 y Plancha 2 por 1 puesto: lo decide la suerte, ante todos.',
    'Sorteo anotado a las 18:05:06 por Óscar, en este orden: Plancha 2 y Plancha 1. Una moneda.',
    'No aceptó: Ana.',
    'Queda 1 puesto sin proveer.',
  ]);
});

it('electionNotes names the last day of a term set by law, once a seat has a person', () => {
  const term = 'Período: un año, hasta el 25 de noviembre de 2027 (Ley 675 de 2001, art. 58, parágrafo 1).';
  const committee = { ...election, termUntil: '2027-11-25' };
  expect(electionNotes({ election: committee, answers })).toContain(term);
  expect(electionNotes({ election: { ...committee, elected: [] }, answers })).not.toContain(term);
});

it('electionNotes compares a leading blank vote with the most voted, also after a decline', () => {
  const blankLeads = { ...election, ties: [], lots: [], vacant: 0, blankLeads: true };
  const led = answers.map((answer) => (answer.answerId === 3 ? { ...answer, coefficient: 60 } : answer));
  const note = 'El voto en blanco reunió más que cualquier plancha: el más votado tiene 50,0000.';
  const onlySecond = blankLeads.elected.slice(1);
  for (const elected of [blankLeads.elected, onlySecond, []])
    expect(electionNotes({ election: { ...blankLeads, elected }, answers: led })).toContain(note);
});
