import { expect, it } from 'vitest';
import type { BackupsState } from '../../shared/backups.api.ts';
import { copiesDue } from './copies-words.ts';

/** Present time of the tests: 7:00 in Colombia. */
const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const drillAt = (at: string, problem: string | null = null): BackupsState['drill'] => ({
  at,
  copiedAt: at,
  seconds: 3,
  problem,
});
const state: BackupsState = {
  configured: true,
  folder: '/copias',
  onDataDisk: false,
  copies: [],
  problem: null,
  anyInstantSince: null,
  drill: drillAt('2026-11-28T08:10:00.000Z'),
  epoch: { number: 1, beganAt: '2026-11-01T00:00:00.000Z', copiedAt: null, reason: null },
};

it.each<[Partial<BackupsState>, string, string]>([
  [{}, 'Último ensayo de restauración: hoy 03:10, completo.', 'done'],
  [
    { drill: drillAt('2026-11-27T08:10:00.000Z') },
    'Último ensayo de restauración: ayer 03:10, completo.',
    'done',
  ],
  [
    { drill: drillAt('2026-11-25T08:10:00.000Z') },
    '25 de noviembre de 2026 03:10, completo. No se ensaya',
    'overdue',
  ],
  [{ drill: null }, 'Sin ensayos todavía', 'due'],
  [{ onDataDisk: true }, 'hoy 03:10, completo. Las copias están en el mismo disco', 'overdue'],
  [{ configured: false }, 'No se están haciendo copias', 'overdue'],
  [{ problem: 'El disco está lleno.' }, 'El disco está lleno.', 'overdue'],
  [
    { drill: drillAt('2026-11-28T08:10:00.000Z', 'La copia está dañada.') },
    'falló: La copia está dañada.',
    'overdue',
  ],
])('the line of the copies says %j', (copyFacts, text, sign) => {
  const due = copiesDue({ ...state, ...copyFacts }, NOW);
  expect(due.text).toContain(text);
  expect(due.state).toBe(sign);
});
