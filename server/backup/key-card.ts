import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { qrRows } from '../platform/documents/qr-code.ts';
import type { BackupPlace } from './take-copy.ts';

const FILE = 'clave-de-las-copias.txt';
/** Modules of light around a QR. */
const MARGIN = 2;
/** Black on white, whatever the colours of the terminal. */
const [INK, PLAIN] = ['\u001b[30;107m', '\u001b[0m'];

/** The card of the key of the copies, to be kept on paper or on a phone: text and QR. */
function cardOf({ folder, key }: BackupPlace, paint: (line: string) => string): string[] {
  return [
    'CLAVE DE LAS COPIAS DE SEGURIDAD',
    '',
    `  ${key}`,
    '',
    ...halfBlocks(qrRows(key)).map((line) => `  ${paint(line)}`),
    '',
    `Las copias se guardan cifradas en ${folder}. Sin esta clave no se abre ninguna.`,
    'Guárdela ahora fuera de este equipo: imprímala o fotografíela. No se vuelve a mostrar.',
    'Para restaurar en otro equipo: BACKUP_DIR="la carpeta" BACKUP_KEY="la clave" npm run restore -- --latest',
  ];
}

/** Two rows of a QR in each line of text: dark modules are blocks. */
function halfBlocks(rows: readonly string[]): string[] {
  const side = '0'.repeat(MARGIN);
  const blank = '0'.repeat((rows[0]?.length ?? 0) + 2 * MARGIN);
  const border = Array.from({ length: MARGIN }, () => blank);
  const all = [...border, ...rows.map((row) => side + row + side), ...border];
  return all.flatMap((upper, at) => {
    if (at % 2 === 1) return [];
    const lower = all[at + 1] ?? blank;
    return [Array.from(upper, (module, i) => BLOCKS[`${module}${lower[i]}`]).join('')];
  });
}

const BLOCKS: Readonly<Record<string, string>> = { '00': ' ', '10': '▀', '01': '▄', '11': '█' };

/**
 * Shows the card of a new key once: on the screen; where there is none, in a file for its user alone, since a service's
 * output is kept as a log.
 */
export function showKeyCard(place: BackupPlace, dataDir: string, screen: NodeJS.WriteStream): void {
  if (screen.isTTY) {
    screen.write(`\n${cardOf(place, (line) => INK + line + PLAIN).join('\n')}\n\n`);
    return;
  }
  const file = join(dataDir, FILE);
  writeFileSync(file, `${cardOf(place, (line) => line).join('\n')}\n`, { mode: 0o600 });
  screen.write(
    `Se hizo la clave de las copias de seguridad. Guarde ${file} fuera de este equipo y borre el archivo.\n`,
  );
}
