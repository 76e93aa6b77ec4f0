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
import { ConfigError, loadBackupKey, readConfig } from '../server/config.ts';
import { dateTime } from '../shared/format.ts';

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
  const { key, isNew } = loadBackupKey(config);
  const place: BackupTarget = { folder: backupDir, key };
  if (isNew) showKeyCard(place, config.dataDir, process.stdout);
  if (values.list) {
    for (const { name, at, bytes } of await listCopies(backupDir)) {
      console.log(`${timeOf(at)}  ${megabytes(bytes).padStart(10)}  ${name}`);
    }
    return;
  }
  if (values.drill) {
    const newest = (await listCopies(backupDir)).at(-1);
    if (newest === undefined) throw new BackupError('Todavía no hay ninguna copia de seguridad.');
    const { problem, milliseconds } = await drill(address, place, newest);
    if (problem !== null) throw new BackupError(problem);
    console.log(
      `La copia de ${timeOf(newest.at)} se restaura completa (${(milliseconds / 1000).toFixed(1)} s).`,
    );
    return;
  }
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

// Files are for the user alone, like the server's own files.
process.umask(0o077);
main().catch((error: unknown) => {
  const isExpected = error instanceof BackupError || error instanceof ConfigError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
});
