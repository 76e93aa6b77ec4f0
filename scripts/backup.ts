/**
 * Script of `npm run backup`: copies the database, encrypted, into BACKUP_DIR, also while servers run. `-- --list`
 * lists the copies; `-- --drill` restores the newest copy into a temporary place, verifies and removes the restored
 * database. Exit status 1 after a failure.
 */
import { parseArgs } from 'node:util';
import { listCopies, retireCopies } from '../server/backup/copies.ts';
import { drill } from '../server/backup/drill.ts';
import { BackupError } from '../server/backup/error.ts';
import { showKeyCard } from '../server/backup/key-card.ts';
import { type BackupTarget, isOnDataDisk, takeCopy } from '../server/backup/take-copy.ts';
import { loadBackupKey, readConfig } from '../server/config.ts';
import { dateTime } from '../shared/format.ts';
import { requireBackupKey, requireStore, runCommand, secondsOf } from './lib/command.ts';

const USAGE = `Uso:
  npm run backup               hace una copia ahora
  npm run backup -- --list     muestra las copias
  npm run backup -- --drill    prueba a restaurar la más reciente, sin cambiar nada`;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1).replace('.', ',')} MB`;
const timeOf = (ms: number): string => dateTime(new Date(ms).toISOString());

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { list: { type: 'boolean', default: false }, drill: { type: 'boolean', default: false } },
  });
  const config = readConfig(process.env);
  const { backupDir, ...address } = config;
  if (backupDir === null) {
    throw new BackupError(
      'Defina BACKUP_DIR (la carpeta de las copias) y BACKUP_KEY (la clave que las cifra, de 32 bytes o más).',
    );
  }
  if (values.list || values.drill) {
    const copies = await listCopies(backupDir);
    const newest = copies.at(-1);
    if (newest === undefined) throw new BackupError(`Todavía no hay ninguna copia en ${backupDir}.`);
    if (values.list) {
      for (const { name, at, bytes } of copies) {
        console.log(`${timeOf(at)}  ${megabytes(bytes).padStart(10)}  ${name}`);
      }
      return;
    }
    const made = { folder: backupDir, key: requireBackupKey(config) };
    const { problem, milliseconds } = await drill(address, made, newest);
    if (problem !== null) throw new BackupError(problem);
    console.log(`La copia del ${timeOf(newest.at)} se restaura completa (${secondsOf(milliseconds)}).`);
    return;
  }
  requireStore(config);
  const { key, isNew } = loadBackupKey(config);
  const place: BackupTarget = { folder: backupDir, key };
  if (isNew) showKeyCard(place, config.dataDir, process.stdout);
  const copy = await takeCopy(address, place);
  const retired = await retireCopies(backupDir, Date.now());
  console.log(`Copia hecha: ${copy.name} (${megabytes(copy.bytes)}).`);
  if (retired > 0) console.log(`Se retiraron ${retired} copias antiguas.`);
  if (await isOnDataDisk(address, place)) {
    console.log(
      'Atención: la carpeta de las copias está en el mismo disco que los datos, y se perdería con ellos.',
    );
  }
}

runCommand(USAGE, main);
