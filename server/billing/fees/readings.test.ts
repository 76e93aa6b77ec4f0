import { expect, it } from 'vitest';
import { readFile } from '../../platform/sheets/read-file.ts';
import { readingsOf } from './readings.ts';

const units = ['1-101', '1-102'];
const read = async (text: string) => readingsOf(await readFile(Buffer.from(text), 'a.csv'), units, '2026-05');

it.each([
  [
    'titles, the former reading and a total',
    'AGUA\nAPTO;LECTURA ANTERIOR;LECTURA ACTUAL\n1-101;9;10\nTOTAL;9;10',
  ],
  ['an abbreviated title', 'Apto;Lect. ant.;Lect. act.\n1-101;9;10'],
  ['a title with the measure', 'Unidad;Lectura (m3)\nT1-101;10 m3'],
  ['readings by month', 'Inmueble;Lectura abril;Lectura mayo\nTorre 1 Apto 101;9;10'],
  ['readings by short names of months', 'Inmueble;Lec. abr;Lec. may\n1-101;9;10'],
  ['tower and unit apart, and a signature', 'Torre;Apto;Lectura\n1;0101;10,0\nLeyó: Pedro;;'],
  ['a header of two rows', 'APTO;LECTURAS;\n;ANTERIOR;ACTUAL\n1-101;9;10'],
])('meters are read: %s', async (_, text) => {
  expect(await read(text)).toEqual({ readings: new Map([['1-101', 10_000]]) });
});

it.each([
  ['Apto;Lectura agua fría;Lectura agua caliente\n1-101;9;10', 'Hay varias lecturas'],
  ['Apto;Lectura abril\n1-101;9', 'es de otro mes. Se espera la lectura de mayo'],
  ['Apto;Lect. abr\n1-101;9', 'es de otro mes. Se espera la lectura de mayo'],
  ['Apto;Lectura;;Apto;Lectura\n1-101;9;;1-102;8', 'Deje una sola tabla'],
  ['Apto;Consumo\n1-101;9', '«Inmueble» y «Lectura»'],
  ['Apto;Lectura\n1-103;9', '«1-103» no es un inmueble'],
  ['Apto;Lectura\n1-101;1.234', 'miles o decimales'],
])('meters are refused with what to do: %s', async (text, problem) => {
  expect(await read(text)).toEqual({ problem: expect.stringContaining(problem) });
});
