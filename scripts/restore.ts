/**
 * `npm run restore -- --at <instant>`: puts the store as it was at that instant in the place of the store, under a new
 * epoch: the newest copy before it, with what the log beside the copies has from there on. `-- --latest` goes as far as
 * copies and log do, `-- --file <path>` takes a certain copy as it is. The
 * servers must be stopped. What stood there before is kept beside it. Exit status 1 where it fails.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../server/backup/backup-error.ts';
import { copyAsOf, listCopies } from '../server/backup/copies.ts';
import { planReplay } from '../server/backup/log-replay.ts';
import { restore, type SealedCopy } from '../server/backup/restore.ts';
import { type Config, ConfigError, readConfig } from '../server/config.ts';
import { StoreError } from '../server/platform/db/store-error.ts';
import { date, dateTime, exactTime } from '../shared/format.ts';

const USAGE = `Uso:
  npm run restore -- --at 2026-11-22T19:05:00-05:00   como estaba en ese instante
  npm run restore -- --latest                         lo último que se guardó
  npm run restore -- --file /ruta/a/la/copia.age      una copia determinada
  (se puede añadir --reason "por qué se restaura"; «npm run backup -- --list» muestra las copias)`;

const timeOf = (ms: number): string => dateTime(new Date(ms).toISOString());

/** A restore to an instant is one to the second. */
function secondOf(ms: number): string {
  const instant = new Date(ms).toISOString();
  return `${date(instant)} a las ${exactTime(instant)}`;
}

/** An instant without a zone is one of Colombia, as the copies are listed. */
function instantOf(text: string): number {
  const written = text.trim().replace(' ', 'T');
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(written);
  const at = Date.parse(hasZone ? written : `${written}${written.includes('T') ? '' : 'T23:59:59'}-05:00`);
  if (Number.isNaN(at)) throw new BackupError(`«${text}» no es un instante. ${USAGE}`);
  return at;
}

async function copyFor(
  { backupDir: folder, backupKey: key, databaseUrl }: Config,
  asked: { at?: string; latest?: boolean; file?: string },
): Promise<SealedCopy> {
  if (key === null) throw new BackupError('Defina BACKUP_KEY, la clave con la que se hicieron las copias.');
  if (asked.file !== undefined) return { file: resolve(asked.file), key };
  if (asked.at === undefined && asked.latest !== true) throw new BackupError(USAGE);
  if (folder === null) throw new BackupError('Defina BACKUP_DIR, la carpeta de las copias.');
  const copies = await listCopies(folder);
  const at = asked.at === undefined ? Date.now() : instantOf(asked.at);
  const copy = asked.at === undefined ? copies.at(-1) : copyAsOf(copies, at);
  const replay = databaseUrl === null ? planReplay({ folder, key }, at) : null;
  if (replay !== null && replay.upTo >= (copy?.at ?? 0)) {
    const end = replay.upTo < at ? '; hasta ahí llega el registro' : '';
    console.log(
      `Copia elegida: ${replay.copy}, con los cambios guardados hasta el ${secondOf(replay.upTo)}${end}.`,
    );
    return { file: join(folder, replay.copy), key, replay };
  }
  if (copy === undefined) {
    const [first] = copies;
    throw new BackupError(
      first === undefined
        ? `No hay copias en «${folder}».`
        : `No hay copias tan antiguas: la primera es de ${timeOf(first.at)}.`,
    );
  }
  console.log(`Copia elegida: ${timeOf(copy.at)} (${copy.name}).`);
  return { file: join(folder, copy.name), key };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      at: { type: 'string' },
      latest: { type: 'boolean' },
      file: { type: 'string' },
      reason: { type: 'string' },
    },
  });
  const config = readConfig(process.env);
  const copy = await copyFor(config, values);
  const from = Date.now();
  const { epoch, keptAs } = await restore(config, copy, { reason: values.reason ?? null, at: from });
  console.log(
    `Restaurado en ${((Date.now() - from) / 1000).toFixed(1)} s: comienza la época ${epoch.number} de la base de datos.`,
  );
  console.log(
    'Las sesiones y los enlaces terminaron; los mensajes sin enviar esperan en Correo a que alguien los revise.',
  );
  if (keptAs !== null) console.log(`Lo que había se conserva en ${keptAs}.`);
  console.log('Inicie el servidor de nuevo.');
}

// What is written is for its user alone, as the server's own files are.
process.umask(0o077);
try {
  await main();
} catch (error) {
  const known =
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof StoreError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  console.error(known ? error.message : error);
  process.exitCode = 1;
}
