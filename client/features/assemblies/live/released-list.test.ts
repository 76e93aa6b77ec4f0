import { expect, it } from 'vitest';
import { releasedTitle } from './released-list.tsx';

it('the title of a release names the person, the act and the units', () => {
  const released = {
    at: '2026-11-28T04:38:10.000Z',
    by: 'Yolanda Peña',
    reason: null,
    annulled: [],
    mayReturn: true,
  };
  const title = (how: string, ids = ['101'], by: string | null = released.by) =>
    releasedTitle(ids, { ...released, how, by });
  expect(title('unconfirmed')).toBe(
    'La mesa (Yolanda Peña) retiró 101 a las 23:38:10 porque no confirmó su presencia.',
  );
  expect(title('reversed', ['101', '102'], null)).toBe('La mesa retiró 101, 102 a las 23:38:10.');
  expect(title('withdrawn', ['101'], null)).toBe('La mesa retiró 101 a las 23:38:10 al retirar su código.');
  expect(title('powerRevoked', ['101', '102'], 'Ana Núñez')).toBe(
    'Ana Núñez revocó el poder a las 23:38:10: 101, 102 quedaron sin registrar.',
  );
  expect(title('reset')).toBe(
    'La mesa (Yolanda Peña) reinició la asistencia a las 23:38:10: 101 salió del registro.',
  );
  expect(title('secondCall', ['101'])).toBe(
    'A las 23:38:10 empezó la segunda convocatoria. La asistencia de 101 comienza de nuevo.',
  );
  expect(title('anotherAct', ['101'], null)).toBe('La mesa retiró 101 a las 23:38:10.');
});
