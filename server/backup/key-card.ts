import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { qrRows } from '../platform/documents/qr-code.ts';
import type { BackupTarget } from './take-copy.ts';

const FILE = 'clave-de-las-copias.txt';
/** Empty margin around the QR, in modules (QR squares). */
const QR_MARGIN = 2;
/** Terminal codes for black on white and for the normal colours, in any colour scheme. */
const [INK, RESET] = ['\u001b[30;107m', '\u001b[0m'];

/** Returns the lines of the card with the backup key: text and QR, to keep on paper or on a phone. */
function cardOf({ folder, key }: BackupTarget, paint: (line: string) => string): string[] {
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

/** Draws two rows of QR squares per line of text; dark squares are block characters. */
function halfBlocks(rows: readonly string[]): string[] {
  const side = '0'.repeat(QR_MARGIN);
  const blank = '0'.repeat((rows[0]?.length ?? 0) + 2 * QR_MARGIN);
  const border = Array.from({ length: QR_MARGIN }, () => blank);
  const all = [...border, ...rows.map((row) => side + row + side), ...border];
  return all.flatMap((upper, at) => {
    if (at % 2 === 1) return [];
    const lower = all[at + 1] ?? blank;
    return [Array.from(upper, (module, i) => BLOCKS[`${module}${lower[i]}`]).join('')];
  });
}

const BLOCKS: Readonly<Record<string, string>> = { '00': ' ', '10': '▀', '01': '▄', '11': '█' };

/**
 * Shows a new backup key once, with advice for keeping the key. Prints on a terminal; otherwise writes a
 * file readable by the owner only, because the output of a service goes to a log.
 */
export function showKeyCard(place: BackupTarget, dataDir: string, screen: NodeJS.WriteStream): void {
  if (screen.isTTY) {
    screen.write(`\n${cardOf(place, (line) => INK + line + RESET).join('\n')}\n\n`);
    return;
  }
  const file = join(dataDir, FILE);
  writeFileSync(file, `${cardOf(place, (line) => line).join('\n')}\n`, { mode: 0o600 });
  screen.write(
    `Se hizo la clave de las copias de seguridad. Guarde ${file} fuera de este equipo y borre el archivo.\n`,
  );
}
