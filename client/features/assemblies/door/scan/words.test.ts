import { expect, it } from 'vitest';
import { departureWords, leftOutWords } from './words.ts';

const voteOf = (apartmentId: string, conceptId: number, jointId = 1) => ({ jointId, apartmentId, conceptId });

it('units of the owner that stay out are named with the reason', () => {
  expect(leftOutWords([])).toBe('');
  expect(
    leftOutWords([
      { apartmentId: '305', why: 'power', person: 'Vera Vecina' },
      { apartmentId: '306', why: 'registered', person: 'Luis Paz' },
      { apartmentId: '307', why: 'power', person: 'Vera Vecina' },
      { apartmentId: '308', why: 'registered', person: null },
    ]),
  ).toBe(
    '305, 307 no: tiene poder para Vera Vecina. 306 no: ya estaba registrado a nombre de Luis Paz. 308 no: ya estaba registrado.',
  );
});

it('a departure without votes names the units alone', () => {
  expect(departureWords({ apartments: ['109'], annulled: [] })).toBe('Salió 109.');
  expect(departureWords({ apartments: ['109', 'PQ 8'], annulled: [] })).toBe('Salieron 109, PQ 8.');
});

it('a departure names the questions of the annulled votes', () => {
  expect(departureWords({ apartments: ['109'], annulled: [voteOf('109', 2)] })).toBe(
    'Salió 109. Se anuló su voto en VOTACIÓN 1.',
  );
  expect(departureWords({ apartments: ['109', '110'], annulled: [voteOf('109', 3), voteOf('110', 3)] })).toBe(
    'Salieron 109, 110. Se anularon sus votos en VOTACIÓN 2.',
  );
});

it('names units with a vote if others left without; counts questions of sectors apart', () => {
  const annulled = [voteOf('110', 4), voteOf('109', 2), voteOf('109', 2, 5), voteOf('111', 4)];
  expect(departureWords({ apartments: ['109', '110', '111'], annulled })).toBe(
    'Salieron 109, 110, 111. Se anularon los votos de 109 en 2 votaciones llamadas VOTACIÓN 1. Se anularon los votos de 110, 111 en VOTACIÓN 3.',
  );
});
