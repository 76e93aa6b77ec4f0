import { expect, it } from 'vitest';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { clockInBogota } from '../../../../shared/days.ts';
import { readArrivals, readHour, readVotes, unitFinder } from './lines.ts';

const find = unitFinder(
  ['101', '102', 'T2 301', 'PQ 1'].map((apartmentId) => ({
    apartmentId,
    hasVote: apartmentId !== 'PQ 1',
  })),
);
const answers = ['Si', 'No', 'En blanco'].map((answerDescription, i) => ({
  answerId: i + 1,
  answerDescription,
})) as unknown as LiveConcept['answers'];
const START = { day: '2026-03-12', hour: '18:30' };

it('hours of the paper are read with and without am and pm', () => {
  const hours = ['18:40', '6:40 pm', '6.40 p. m.', '1840', '12:05 a.m.', '6pm', '9:00', '12 pm'];
  expect(hours.map(readHour)).toEqual([
    ...['18:40', '18:40', '18:40', '18:40'],
    ...['00:05', '18:00', '09:00', '12:00'],
  ]);
  for (const wrong of ['', '25:00', '6', '18:60', '13:00 pm', 'tarde']) expect(readHour(wrong)).toBeNull();
});

it('the list of attendance is read line by line or as pasted from a sheet', () => {
  const text = [
    'Inmueble\tEntrada\tAsiste\tPoder\tSalida',
    '101, pq 1\t6:40 pm',
    't2  301;;MARTA GIL 52.111.222;x;20:15',
    '',
    '102;18:50;LUIS PAZ',
  ].join('\n');
  expect(readArrivals(text, START, find)).toEqual({
    faults: [],
    arrivals: [
      { apartmentIds: ['101', 'PQ 1'], at: '2026-03-12T23:40:00.000Z' },
      {
        apartmentIds: ['T2 301'],
        at: '2026-03-12T23:40:00.000Z',
        leftAt: '2026-03-13T01:15:00.000Z',
        attendee: { name: 'MARTA GIL', document: '52.111.222' },
        byProxy: true,
      },
      { apartmentIds: ['102'], at: '2026-03-12T23:50:00.000Z', attendee: { name: 'LUIS PAZ' } },
    ],
  });
});

it('each faulty line of the list is named', () => {
  const text = '101\n999;18:00\n102;tarde\n102;18:10;;x\n102;18:20;;;18:00\nT2 301;19:00;ANA;quizá';
  const { faults } = readArrivals(text, START, find);
  expect(faults.map(({ line, text: words }) => `${line} ${words}`)).toEqual([
    '1 falta la hora, como 18:40.',
    '2 el inmueble «999» no está en el censo.',
    '3 «tarde» no es una hora: escriba 18:40.',
    '4 el inmueble 102 ya está en otra línea.',
    '4 falta el nombre de quien vino con poder.',
    '5 el inmueble 102 ya está en otra línea.',
    '5 la salida es anterior a la entrada.',
    '6 en «Poder» escriba x, o deje vacío: dice «quizá».',
  ]);
});

it('hours after midnight are of the next day, and a far hour needs am or pm', () => {
  const read = (called: string, typed: string) => {
    const { arrivals, faults } = readArrivals(`101;${typed}`, { day: '2026-03-12', hour: called }, find);
    return faults[0]?.text ?? clockInBogota(Date.parse(arrivals[0]?.at ?? '')).slice(5, 16);
  };
  const unclear = (typed: string, called: string) =>
    `«${typed}» está lejos de las ${called}, la hora citada: escriba am o pm.`;
  expect(['17:45', '5:45 pm', '0:30', '5:45', '6:40', '11:50'].map((typed) => read('18:30', typed))).toEqual([
    ...['03-12T17:45', '03-12T17:45', '03-13T00:30'],
    ...['5:45', '6:40', '11:50'].map((typed) => unclear(typed, '18:30')),
  ]);
  expect(['8:40', '1:30', '19:40', '1:30 am'].map((typed) => read('09:00', typed))).toEqual([
    ...['03-12T08:40', unclear('1:30', '09:00'), '03-12T19:40', '03-13T01:30'],
  ]);
  const { arrivals, faults } = readArrivals('101;23:10;;;00:30', START, find);
  expect([faults, arrivals[0]?.leftAt]).toEqual([[], '2026-03-13T05:30:00.000Z']);
});

it('votes are read by number, by text and with several names, and faults are named', () => {
  const text = '101 1\nT2 301;en BLANCO\n102\t1,3\n102 2\nPQ 1 1\n999 1\n101\n';
  const { votes, faults } = readVotes(text, answers, find, null);
  expect(votes).toEqual([
    { apartmentId: '101', voteId: 1 },
    { apartmentId: 'T2 301', voteId: 3 },
    { apartmentId: '102', voteId: 3, voteIds: [1, 3] },
  ]);
  expect(faults.map(({ line, text: words }) => `${line} ${words}`)).toEqual([
    '4 el inmueble 102 ya votó en otra línea.',
    '5 el inmueble PQ 1 tiene coeficiente 0 y no vota.',
    '6 el inmueble «999» no está en el censo.',
    '7 falta la respuesta del inmueble 101.',
  ]);
  const present = readVotes('102 1', answers, find, new Set(['101']));
  expect(present.faults[0]?.text).toContain('no estaba presente a esa hora');
});
