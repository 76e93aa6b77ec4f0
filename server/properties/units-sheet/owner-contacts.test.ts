import { describe, expect, it } from 'vitest';
import { defined } from '../../../shared/defined.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import { readCoefficientTable } from './coefficient-table.ts';
import { emailsIn, phonesIn } from './owner-contacts.ts';

const emails = (text: string) => emailsIn({ text });
const phones = (text: string, number?: number) => phonesIn({ text, ...defined({ number }) });
const read = (...lines: string[]) =>
  readCoefficientTable({ sheets: readCsv(Buffer.from(lines.join('\n')), 'tabla.csv') });

describe('the addresses in a cell', () => {
  it('reads all addresses of a cell with any separator', () => {
    const both = { found: ['ana@correo.co', 'luis.gil@correo.com.co'], wrong: null };
    for (const text of [
      'ana@correo.co; luis.gil@correo.com.co',
      'ana@correo.co,luis.gil@correo.com.co',
      'ana@correo.co / luis.gil@correo.com.co',
      'ana@correo.co\nluis.gil@correo.com.co',
      'ana@correo.co y luis.gil@correo.com.co.',
      'Ana <ana@correo.co>, Luis (hijo): mailto:luis.gil@correo.com.co',
      'ana@correo.co luis.gil@correo.com.co ANA@correo.co',
    ])
      expect(emails(text), text).toEqual(both);
  });

  it("reports invalid addresses, and ignores texts for 'none'", () => {
    expect(emails('ana.correo.co')).toEqual({ found: [], wrong: 'ana.correo.co' });
    expect(emails('ana @correo.co')).toEqual({ found: [], wrong: 'ana @correo.co' });
    expect(emails('ana ruiz@correo.co')).toEqual({ found: [], wrong: 'ana ruiz@correo.co' });
    expect(emails('ana.maria ruiz@correo.co')).toEqual({ found: [], wrong: 'ana.maria ruiz@correo.co' });
    expect(emails('Ana ruiz@correo.co').found).toEqual(['ruiz@correo.co']);
    expect(emails('hija ruiz@correo.co').found).toEqual(['ruiz@correo.co']);
    expect(emails('ana@correo.co; luis@correo')).toEqual({ found: ['ana@correo.co'], wrong: 'luis@correo' });
    expect(emails('peña@correo.co').found).toEqual([]);
    for (const text of ['', ' ', '-', 'N/A', 'No tiene', 'SIN CORREO', '0', 'no aplica'])
      expect(emails(text), text).toEqual({ found: [], wrong: null });
    expect(emails('ana@correo.co\u200b')).toEqual({ found: ['ana@correo.co'], wrong: null });
    expect(emailsIn(undefined)).toEqual({ found: [], wrong: null });
  });

  it('reads at most ten addresses, and shortens the reported rest', () => {
    const many = Array.from({ length: 200 }, (_, i) => `persona${i}@correo.co`);
    const answer = emails(many.join(';'));
    expect(answer.found).toEqual(many.slice(0, 10));
    expect(answer.wrong).toHaveLength(61);
    expect(emails(`a\u0007@${'x'.repeat(32_000)}`).wrong).toHaveLength(61);
  });
});

describe('the phones in a cell', () => {
  it('reads phones as written, and a number as digits', () => {
    expect(phones('300 123 4567').found).toEqual(['300 123 4567']);
    expect(phones('+57 (601) 555-1234 ext. 12').found).toEqual(['+57 (601) 555-1234 ext. 12']);
    expect(phones('3001234567 - 310 765 4321').found).toEqual(['3001234567', '310 765 4321']);
    expect(phones('3001234567 3107654321').found).toEqual(['3001234567', '3107654321']);
    expect(phones('3001234567 / 3107654321 y 6015551234').found).toHaveLength(3);
    expect(phones('(601) 234-5678 ext 12')).toEqual({ found: ['(601) 234-5678 ext 12'], wrong: null });
    for (const written of [
      'Tel. (601) 234 5678 ext: 3',
      'PBX (601) 2345678 x 45',
      'Cel 3001234567',
      '601 2345678 extensión 2',
    ])
      expect(phones(written)).toEqual({ found: [written], wrong: null });
    expect(phones('3001234567 (hijo) / 3107654321 (Ana)')).toEqual({
      found: ['3001234567', '3107654321'],
      wrong: null,
    });
    expect(phones("'3001234567")).toEqual({ found: ['3001234567'], wrong: null });
    expect(phones('3001234567.0')).toEqual({ found: ['3001234567'], wrong: null });
    expect(phones('3,001,234,567', 3_001_234_567)).toEqual({ found: ['3001234567'], wrong: null });
  });

  it('reports invalid phones', () => {
    expect(phones('300 123; llamar a Ana')).toEqual({ found: [], wrong: '300 123 llamar a Ana' });
    expect(phones('No tiene')).toEqual({ found: [], wrong: null });
  });
});

describe('a table with contacts', () => {
  it('reads contacts beside the owner, from one column or several', () => {
    const table = read(
      'Apto;Propietario;Cédula;Correo electrónico;Celular;Teléfono fijo;Correo 2;Coeficiente',
      '101;Ana;52.1;ana@correo.co;3001234567;601 555 1234;otra@correo.co;50',
      '102;Luis;79.2;;;;;50',
    );
    expect(table.columns).toMatchObject({
      document: 'Cédula',
      emails: ['Correo electrónico', 'Correo 2'],
      phones: ['Celular', 'Teléfono fijo'],
    });
    expect(table.rows.map((row) => [row.emails, row.phones])).toEqual([
      [
        ['ana@correo.co', 'otra@correo.co'],
        ['3001234567', '601 555 1234'],
      ],
      [[], []],
    ]);
    expect(table.problems).toEqual([]);
  });

  it('a table without contact columns has no contacts', () => {
    expect(read('Apto;Propietario;Coef', '101;Ana;100').rows[0]).toMatchObject({
      emails: null,
      phones: null,
    });
  });

  it('warns by cell of ignored content, and imports the rest', () => {
    const table = read(
      'Apto;Propietario;E-mail;Móvil;Coef',
      '101;Ana;ana(arroba)correo.co;tel. no sé;50',
      '102;;nadie@correo.co;;50',
      ';;suelto@correo.co;;',
    );
    expect(table.problems.map(({ row, column, code, severity }) => [row, column, code, severity])).toEqual([
      [2, 'E-mail', 'emailInvalid', 'warning'],
      [2, 'Móvil', 'phoneInvalid', 'warning'],
      [3, 'Propietario', 'ownerMissing', 'warning'],
      [3, 'E-mail', 'contactWithoutOwner', 'warning'],
      [4, null, 'rowIgnored', 'warning'],
    ]);
    expect(table.problems[0]?.message).toBe(
      'No se guarda «ana(arroba)correo.co»: no es un correo electrónico.',
    );
    expect(table.rows).toHaveLength(2);
  });

  it('names the text of a cell that names no owner', () => {
    const { problems } = read('Apto;Propietario;Coef', '101;PENDIENTE;50', '102;Ana;50');
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['ownerMissing', 'El inmueble «101» no tiene propietario: «PENDIENTE» no es un nombre.'],
    ]);
  });

  it("ignores a tenant's address and says so", () => {
    const table = read('Apto;Propietario;Correo arrendatario;Coef', '101;Ana;inquilina@correo.co;100');
    expect(table.rows[0]?.emails).toBeNull();
    expect(table.problems.map(({ code, message }) => [code, message])).toEqual([
      ['otherContacts', 'No se leyeron, porque no son del propietario: «Correo arrendatario».'],
    ]);
  });
});
