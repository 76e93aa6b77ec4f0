/** Reads the table of a real building with 240 units, without the workbook reader of the application. */
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import yauzl from 'yauzl';
import { nanoOf, type Unit } from './tables.ts';

const FOLDER = '../../../shared/data/coeficientes/';
export const REAL_XLSX = fileURLToPath(
  new URL(`${FOLDER}JCVLionHearth_COEFICIENTES_AJUSTADOS.xlsx`, import.meta.url),
);
export const hasRealXlsx = existsSync(REAL_XLSX);

/**
 * Reads the units of a real building from an Excel workbook, without the application's reader, to compare
 * with the application. The id of a unit is 'interior-apto'. Coefficients have nine decimals, without
 * floating-point noise.
 */
export async function readRealUnits(): Promise<Unit[]> {
  const zip = await yauzl.fromBufferPromise(readFileSync(REAL_XLSX), { lazyEntries: true });
  let sheet = '';
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === 'xl/worksheets/sheet1.xml')
      sheet = await text(await zip.openReadStreamPromise(entry));
  }
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, cells = '']) =>
    [...cells.matchAll(/<v>([^<]*)<\/v>/g)].map(([, value = '']) => value),
  );
  return rows.slice(1).map(([interior = '', apto = '', coefficient = '']) => ({
    apartmentId: `${interior}-${apto}`,
    owner: '',
    coefficient: toNine(coefficient),
  }));
}

/** Rounds half up to nine decimals on the digits: '0.40799999999999997' (float noise) becomes 0.408000000. */
function toNine(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  const isUp = Number(fraction[9] ?? '0') >= 5;
  const nano = nanoOf(`${whole}.${fraction.slice(0, 9)}`) + (isUp ? 1n : 0n);
  return `${nano / 1_000_000_000n}.${String(nano % 1_000_000_000n).padStart(9, '0')}`;
}
