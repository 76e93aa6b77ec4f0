import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSheets } from '../../platform/sheets/sheets.fixture.ts';
import { type CoefficientTable, readCoefficientTable } from './coefficient-table.ts';

// Real tables are beside the checkout and never copied into the repository.
const dataFolder = join(import.meta.dirname, '../../../../shared/data/coeficientes');
const idsOf = (table: CoefficientTable) => table.rows.map((row) => row.apartmentId);
const codesOf = (table: CoefficientTable) =>
  table.problems.map((found) => `${found.row ?? '-'} ${found.code}`);

describe.skipIf(!existsSync(dataFolder))(`real tables (skipped where ${dataFolder} is absent)`, () => {
  const read = async (file: string) =>
    readCoefficientTable(await readSheets(readFileSync(join(dataFolder, file)), file));

  it('keeps unusual ids and recognizes parking and storage by id', async () => {
    const concasa = await read('edificio-concasa.csv');
    expect(idsOf(concasa)).toEqual(
      expect.arrayContaining(['PARQ 18 - 19', '106 A', '809', '809 A', 'DEPO 1']),
    );
    expect(concasa.rows.filter((row) => row.kind === 'parqueadero')).toHaveLength(16);
    expect(concasa.rows.filter((row) => row.kind === 'deposito')).toHaveLength(1);
    expect(concasa.columns).toEqual({
      unit: ['unidad'],
      coefficient: 'coeficiente_pct',
      owner: 'propietario_seudonimo',
    });
    expect(concasa.rows[0]).toEqual({
      table: 0,
      row: 2,
      isKindSaid: true,
      isDocumentSaid: false,
      apartmentId: 'PARQ 2',
      owner: 'PROPIETARIO 001',
      ownerDocument: null,
      emails: null,
      phones: null,
      kind: 'parqueadero',
      mainApartmentId: null,
      coefficient: 361_000_000,
    });
    const hito = await read('edificio-hito.csv');
    expect(idsOf(hito)).toEqual(
      expect.arrayContaining(['1201, 1202, 1203, 1204, 1205, 1206', 'Depósito 1', 'Local 4']),
    );
    expect(hito.rows.filter((row) => row.owner === 'PROPIETARIO 001')).toHaveLength(27);
  });

  it('joins interior and apto into the id, and keeps a joined id', async () => {
    const split = await read('JCVLionHearth_COEFICIENTES_AJUSTADOS.xlsx');
    expect(split.columns).toMatchObject({ unit: ['interior', 'apto'], coefficient: 'coeficient' });
    expect([idsOf(split)[0], idsOf(split).at(-1)]).toEqual(['1-101', '12-504']);
    const joined = await read('JCVLionHearth_COEFICIENTES_DE_CO_PROPIEDAD.xlsx');
    expect(joined.columns).toMatchObject({ unit: ['Apartamentos'], coefficient: 'Coeficiente' });
    expect([idsOf(joined)[0], idsOf(joined).at(-1)]).toEqual(['1101', '12504']);
    expect(joined.rows.map((row) => row.coefficient)).toEqual(split.rows.map((row) => row.coefficient));
    expect(codesOf(split)).toEqual(['- ownerColumnMissing', '- sumNot100']);
  });
});
