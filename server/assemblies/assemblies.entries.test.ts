import { expect, it } from 'vitest';
import { assembliesEntries } from './assemblies.entries.ts';

const base = { apartments: 1, coefficient: 25_000_000_000 };

it.each([
  ['papersPrinted', { quantity: 1 }, /con 1 pieza\.$/],
  ['invitationsQueued', { userIds: [3] }, /de 1 persona\.$/],
  ['lettersPrinted', { userIds: [3] }, /de 1 persona\.$/],
  ['summaryQueued', { userIds: [3] }, /para 1 administrador\.$/],
  ['resultsQueued', { addresses: 1 }, /para 1 dirección de propietarios\.$/],
  ['conceptReset', { conceptId: 2, votes: 1 }, /: 1 voto anulado\./],
  ['conceptDeactivated', { conceptId: 2, base }, /con 1 inmueble representado y coeficiente 25,0000\.$/],
])('the sentence of %s about one is in the singular', (act, facts, words) => {
  const who = (actor: string) => actor;
  const joint = () => 'Conjunto';
  expect(assembliesEntries[act]?.({ facts, who, joint })).toMatch(words);
});
