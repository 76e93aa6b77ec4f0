/**
 * `npm run restore -- --at <instant>`: replaces the store by the state at an instant, under a new epoch: the newest
 * complete backup before the instant, with the changes of the log beside the backups. Other arguments:
 * - `-- --latest` applies backup and log to the end;
 * - `-- --file <path>` takes a certain backup, alone or with `--at` or `--latest`;
 * - `-- --rehearse` only prints the restorable instants. Announces the result first, and stops if the result is
 *   less than requested, unless `--acepto-perder` is given. The servers must be stopped. The replaced store stays
 *   beside the new store. Exit code 1 after a failure.
 */
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { kindFor } from '../server/backup/copies.ts';
import { BackupError } from '../server/backup/error.ts';
import { pendingSentence, skippedSentence } from '../server/backup/kept-erasures.ts';
import { headOfCopy, restore } from '../server/backup/restore.ts';
import { CopyShelf, lossSentence, type RestorePlan, secondOf } from '../server/backup/restore-plan.ts';
import { readWrittenInstant } from '../server/backup/written-instant.ts';
import { type Config, readConfig } from '../server/config.ts';
import { requireBackupKey, runCommand, secondsOf } from './lib/command.ts';

const USAGE = `Uso:
  npm run restore -- --at "2026-11-22 19:05:30"   como estaba en ese instante, de Colombia
  npm run restore -- --latest                     lo último que se guardó
  npm run restore -- --file /ruta/de/la/copia.age una copia determinada (con --at o --latest sigue el registro)
  npm run restore -- --rehearse                   no restaura: dice qué se podría restaurar
  También: --reason "por qué se restaura"; --acepto-perder si se acepta que falte lo que se anuncia.`;

const INSTANTS = `Escriba por ejemplo "2026-11-28 3:15", "28/11/2026 03:15:20", "ayer 22:23" o "3:15 pm"; un día solo es el final de ese día.`;

interface RestoreArguments {
  at?: string;
  latest?: boolean;
  file?: string;
  'acepto-perder'?: boolean;
}

function shelfOf(config: Config, file?: string): Promise<CopyShelf> {
  const { backupDir, databaseUrl } = config;
  const key = requireBackupKey(config);
  const folder = file === undefined ? backupDir : dirname(resolve(file));
  if (folder === null) throw new BackupError('Defina BACKUP_DIR, la carpeta de las copias.');
  return CopyShelf.of({ folder, key }, kindFor(databaseUrl));
}

/**
 * Plans and announces a restore. @throws BackupError if the result is less than requested and the loss was not
 * accepted
 */
async function planOf(config: Config, options: RestoreArguments): Promise<RestorePlan> {
  const { file, latest = false } = options;
  const isLogFollowed = latest || options.at !== undefined;
  if (file === undefined && !isLogFollowed) throw new BackupError(USAGE);
  if (latest && options.at !== undefined) throw new BackupError(`Elija --at o --latest. ${USAGE}`);
  const at = options.at === undefined ? null : readWrittenInstant(options.at, Date.now());
  if (at === null && options.at !== undefined) {
    throw new BackupError(`«${options.at}» no es un instante. ${INSTANTS}`);
  }
  if (file !== undefined) headOfCopy(config, file);
  const shelf = await shelfOf(config, file);
  const plan = await shelf.plan({ at, copy: file === undefined ? null : basename(file), isLogFollowed });
  for (const remark of plan.remarks) console.log(remark);
  const { copy, reaches, sealed, loss } = plan;
  const how = sealed.replay === undefined ? '' : `, con los cambios guardados hasta el ${secondOf(reaches)}`;
  console.log(`Copia elegida: ${secondOf(copy.at)}${how} (${copy.name}).`);
  if (loss === null) return plan;
  const sentence = `ATENCIÓN: ${lossSentence(plan, at)}`;
  if (options['acepto-perder'] !== true) {
    const remedy = isLogFollowed ? '' : ' Añada --latest para seguir el registro desde esta copia.';
    throw new BackupError(`${sentence}${remedy} No se cambió nada: repita con --acepto-perder si lo acepta.`);
  }
  console.log(sentence);
  return plan;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      at: { type: 'string' },
      latest: { type: 'boolean' },
      file: { type: 'string' },
      reason: { type: 'string' },
      rehearse: { type: 'boolean' },
      'acepto-perder': { type: 'boolean' },
    },
  });
  const config = readConfig(process.env);
  if (values.rehearse === true) {
    const { lines, isWhole } = await (await shelfOf(config)).rehearse();
    for (const line of lines) console.log(line);
    if (!isWhole) process.exitCode = 1;
    return;
  }
  const { sealed } = await planOf(config, values);
  const from = Date.now();
  const { epoch, keptAs, pending, skipped } = await restore(config, sealed, {
    reason: values.reason ?? null,
    at: from,
  });
  console.log(
    `Restaurado en ${secondsOf(Date.now() - from)}: comienza la época ${epoch.number} de la base de datos.`,
  );
  console.log(
    'Las sesiones y los enlaces terminaron; los mensajes sin enviar esperan en Correo a que alguien los revise.',
  );
  if (keptAs !== null) console.log(`Lo que había se conserva en ${keptAs}.`);
  for (const erasure of pending) console.log(pendingSentence(erasure));
  for (const places of skipped) console.log(skippedSentence(places));
  console.log('Inicie el servidor de nuevo.');
}

runCommand(USAGE, main);
