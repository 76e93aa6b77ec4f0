import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toldCells } from '../../platform/sheets/sheets.fixture.ts';
import { codesOf, fromCsv, rolesOf } from './month-sheet.fixture.ts';

// The real sheet is beside the checkout and never copied into the repository.
const file = join(import.meta.dirname, '../../../../shared/data/cobros/garibaldi-407_2026-05.csv');

describe.skipIf(!existsSync(file))(`a real month (skipped where ${file} is absent)`, () => {
  it('a real month is read completely, except for the names of its concepts', () => {
    const text = readFileSync(file, 'utf8');
    const lines = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const units = lines.map(([uf = '']) => uf);
    const sheet = fromCsv(text, { units });
    expect(rolesOf(sheet)).toEqual({
      uf: 'unit',
      edificio: 'ignore',
      piso_dpto: 'ignore',
      cochera: 'ignore',
      titular_seudonimo: 'ignore',
      porcentual_total: 'ignore',
      credito_o_deuda: 'ignore',
      saldo_anterior: 'opening',
      pago: 'payment',
      intereses: 'openingInterest',
      total: 'total',
      expensa_A: 'charge fee',
      extraord_B: 'charge extra',
      multa_otros: 'charge fine',
    });
    expect(codesOf(sheet)).toEqual(['- conceptRaw', '- conceptRaw', '- conceptRaw']);
    expect(toldCells(sheet.account)).toBe(
      text
        .trim()
        .split(/[,\n]/)
        .filter((cell) => cell.trim() !== '').length,
    );
    const cents = (field = '') => Math.round(Number(field) * 100);
    expect(
      sheet.rows.map(({ apartmentId, openings, payment, charges, totals }) => [
        apartmentId,
        openings.reduce((sum, { amount }) => sum + amount, 0),
        payment,
        charges.reduce((sum, { amount }) => sum + amount, 0),
        totals.map(({ amount }) => amount),
      ]),
    ).toEqual(
      lines.map((fields) => [
        fields[0],
        cents(fields[6]) + cents(fields[9]),
        cents(fields[7]),
        cents(fields[10]) + cents(fields[11]) + cents(fields[12]),
        [cents(fields[13])],
      ]),
    );
  });
});
