/** Frame of the operator's commands: files for the user alone, and a Spanish sentence after a failure. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../../server/backup/error.ts';
import { type Config, ConfigError, keptBackupKey } from '../../server/config.ts';
import { SQLITE_FILE } from '../../server/platform/db/private-files.ts';
import { StoreError } from '../../server/platform/db/store-error.ts';

/** Expected failure of a command, with a sentence for the operator. */
export class CommandError extends Error {}

const EXPECTED = [CommandError, BackupError, ConfigError, StoreError];

/**
 * Runs a command. After a failure the exit code is 1, and the command prints the sentence of an expected error, the
 * usage for a wrong argument, or an unexpected error with its stack.
 * @param usage Spanish text about the arguments
 */
export function runCommand(usage: string, main: () => Promise<void>): void {
  process.umask(0o077);
  main().catch((error: unknown) => {
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    if (isWrongArgument(error)) console.error(usage);
    else console.error(isExpected && error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

/** True for an error of `parseArgs`. Its message is in English. */
const isWrongArgument = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Returns the key of existing copies. @throws BackupError if neither the environment nor the data folder has a key */
export function requireBackupKey(config: Config): string {
  const key = keptBackupKey(config);
  if (key !== null) return key;
  throw new BackupError('Defina BACKUP_KEY, la clave con la que se hicieron las copias: está en su tarjeta.');
}

/** @throws CommandError on SQLite if the data folder has no store, because a command makes no store */
export function requireStore({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(join(dataDir, SQLITE_FILE))) return;
  throw new CommandError(`En ${dataDir} no hay datos de SCAF: revise DATA_DIR.`);
}

/** Writes a duration: 1234 gives '1,2 s'. */
export const secondsOf = (milliseconds: number): string =>
  `${(milliseconds / 1000).toFixed(1).replace('.', ',')} s`;
