import { expect, it } from 'vitest';
import type { Unfinished } from '../../../../shared/assemblies/facts/unfinished.api.ts';
import { mattersOf } from './unfinished.ts';

const nothing: Unfinished = {
  open: [],
  lots: [],
  acceptances: [],
  check: null,
  points: [],
  facts: [],
  arrivals: 0,
  powers: 0,
};

it('the dialog of the closing names each unfinished matter', () => {
  expect(mattersOf(nothing)).toEqual([]);
  const check = {
    checkId: 1,
    startedAt: '2026-11-28T01:00:00.000Z',
    answerBy: '2026-11-28T01:05:00.000Z',
    asked: { apartments: 54, coefficient: 21.96 },
    confirmed: { apartments: 13, coefficient: 5 },
  };
  const matters = mattersOf({
    open: [],
    lots: [{ sectorName: null, conceptId: 2 }],
    acceptances: [{ sectorName: 'Torre 1', conceptId: 3, names: ['Ana', 'Beto'] }],
    check,
    points: ['3. Varios'],
    facts: ['el presidente', 'el secretario'],
    arrivals: 1,
    powers: 2,
  });
  const expected = [
    /^VOTACIÓN 1: falta el sorteo\. .*También se puede anotar después de cerrar\.$/,
    /^Torre 1, VOTACIÓN 2: falta anotar si aceptan: Ana, Beto\. .*después de cerrar\.$/,
    /han confirmado 13 de 54 inmuebles/,
    /^Puntos del orden del día que no se abrieron: 3\. Varios\./,
    /^Datos del acta sin escribir: el presidente, el secretario\. .*después de cerrar\.$/,
    /^1 teléfono espera a la mesa\./,
    /^2 poderes esperan a que se acepte o se rechace\./,
  ];
  expect(matters).toHaveLength(expected.length);
  for (const [at, words] of expected.entries()) expect(matters[at]).toMatch(words);
});
