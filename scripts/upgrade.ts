/**
 * Script of `npm run upgrade <archive>`, in an unpacked archive. The servers must be stopped. Copies the store, unpacks
 * the new version beside this version, migrates, starts the new server unseen, and asks for its health.
 * After a failure the store and the program are as before, and the exit code is 1.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setStoreAside } from '../server/backup/aside.ts';
import { takeCopy } from '../server/backup/take-copy.ts';
import { type Config, keptBackupKey, readConfig } from '../server/config.ts';
import { API_BASE } from '../shared/api.ts';
import { getHealth } from '../shared/platform.api.ts';
import { CommandError, runCommand } from './lib/command.ts';
import { SERVER_ARGS } from './lib/server-args.mjs';

/** Folder of all versions, side by side: the built command is `<versions>/scaf-1.0.0/build/server/upgrade.js`. */
const VERSIONS = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
/** Link in the folder of the versions, if the operator made the link: systemd starts the version behind. */
const LINK = join(VERSIONS, 'current');
/** Time limit in ms of the trial with all migrations: many times the start on a large store. */
const TRIAL_MS = 10 * 60_000;
/**
 * The trial answers only callers on the machine, and neither reads nor sends mail, stamps or copies, nor asks payment gateways: a return to the former store then
 * loses no act.
 */
const UNSEEN = {
  ...{ HOST: '127.0.0.1', LOG_LEVEL: 'error' },
  ...{ SMTP_URL: '', MAIL_FROM: '', BOUNCE_URL: '', TSA_URL: '', BACKUP_DIR: 'no', SCAF_TRIAL: 'yes' },
};

/** Ctrl+C ends the trial. Nothing else stops: the store goes back in any case. */
const interrupted = new AbortController();

const USAGE = 'Uso: npm run upgrade -- /ruta/de/scaf-….tar.gz';

/** Unpacked version. */
interface Release {
  folder: string;
  version: string;
}

async function main(): Promise<void> {
  const [, , path] = process.argv;
  if (path === undefined) throw new CommandError(USAGE);
  // npm runs a script in the folder of package.json, and not in the folder of the operator.
  const archive = resolve(process.env.INIT_CWD ?? '.', path);
  if (!existsSync(archive)) throw new CommandError(`No existe el archivo «${archive}».`);
  for (const name of ['DATA_DIR', 'BACKUP_DIR']) {
    const folder = process.env[name] ?? '';
    // The next version runs in another folder: a relative path would name other data.
    if (folder !== '' && folder !== 'no' && !isAbsolute(folder))
      throw new CommandError(`${name} debe ser una ruta completa, como /var/lib/scaf. No se cambió nada.`);
  }
  const config = readConfig(process.env);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.abort());
  const next = await unpack(archive);
  try {
    await moveStore(next, config);
  } catch (error) {
    await rm(next.folder, { recursive: true, force: true });
    throw error;
  }
  const isLinked = lstatSync(LINK, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLinked) await pointTo(next);
  console.log(
    `La versión ${next.version} está lista en ${next.folder}. ${isLinked ? 'Inicie el servicio.' : 'Ejecute npm start en esa carpeta.'}`,
  );
}

/**
 * Unpacks an archive beside the versions, and checks the checksums and the native parts.
 * @throws CommandError if the archive is torn, is for another system, or was unpacked before; leaves no folder
 */
async function unpack(archive: string): Promise<Release> {
  const work = await mkdtemp(join(VERSIONS, '.scaf-'));
  try {
    if ((await outcomeOf('tar', ['-xf', archive, '-C', work])) !== 0) throw tornArchive(archive);
    const [name = '', ...more] = readdirSync(work);
    const top = join(work, name);
    if (more.length > 0 || !existsSync(join(top, 'archive.json'))) throw tornArchive(archive);
    for (const line of readFileSync(join(top, 'SHA256SUMS'), 'utf8').split('\n').filter(Boolean)) {
      const [sum, ...file] = line.split('  ');
      if (sum !== sumOf(join(top, file.join('  ')))) throw tornArchive(archive);
    }
    const { version } = JSON.parse(readFileSync(join(top, 'archive.json'), 'utf8'));
    const folder = join(VERSIONS, name);
    if (existsSync(folder))
      throw new CommandError(
        `Ya existe la carpeta «${folder}», de esta misma versión: si no se usa, bórrela y repita.`,
      );
    // Prints the sentence about a missing part.
    if (
      (await outcomeOf(process.execPath, [join(top, 'scripts', 'archive', 'start.mjs'), '--check'])) !== 0
    ) {
      throw new CommandError('La versión nueva no puede correr en esta máquina: no se cambió nada.');
    }
    await rename(top, folder);
    return { folder, version };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const tornArchive = (archive: string): CommandError =>
  new CommandError(
    `El archivo «${basename(archive)}» está incompleto o dañado: descárguelo de nuevo. No se cambió nada.`,
  );

const sumOf = (file: string): string | null =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;

async function outcomeOf(program: string, args: string[]): Promise<unknown> {
  const [code] = await once(spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  return code;
}

/**
 * Copies the store and lets the new version migrate the store.
 * @throws CommandError if the new version does not become healthy; the store is as before
 */
async function moveStore(next: Release, config: Config): Promise<void> {
  const aside = await setStoreAside(config, Date.now());
  const key = keptBackupKey(config);
  const isCopied = aside !== null && config.backupDir !== null && key !== null;
  try {
    if (isCopied) {
      const { name } = await takeCopy(config, { folder: config.backupDir, key });
      console.log(`Copia hecha: ${name}.`);
    }
    await tryOut(next, config);
  } catch (error) {
    await aside?.putBack().catch((failure) => {
      throw new CommandError(
        `No se pudieron reponer los datos (${failure}): la copia está en ${aside.place}.`,
      );
    });
    throw error;
  }
  if (isCopied) await aside.drop();
  else if (aside !== null) console.log(`Los datos de antes se conservan en ${aside.place}.`);
}

/** Starts the new server, asks for its health and for the first page, and ends the server. */
async function tryOut({ folder, version }: Release, { dataDir }: Config): Promise<void> {
  if (interrupted.signal.aborted)
    throw new CommandError('Se interrumpió: el programa y los datos quedan como estaban.');
  const port = await freePort();
  const main = join(folder, 'build', 'server', 'main.js');
  const child = spawn(process.execPath, [...SERVER_ARGS, main], {
    cwd: folder,
    env: { ...process.env, ...UNSEEN, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = (): void => void child.kill();
  interrupted.signal.addEventListener('abort', stop);
  const exited = once(child, 'exit');
  const isHealthy = await becomesHealthy(child, `http://127.0.0.1:${port}`);
  stop();
  const [code] = await exited;
  if (isHealthy && code === 0) return;
  const why = code === null || code === 0 ? 'no respondió' : `terminó con el código ${code}`;
  throw new CommandError(
    `La versión ${version} no funcionó (${why}): el programa y los datos quedan como estaban.`,
  );
}

async function becomesHealthy(child: ChildProcess, url: string): Promise<boolean> {
  const until = Date.now() + TRIAL_MS;
  const answers = (path: string): Promise<boolean> =>
    fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    );
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    if ((await answers(API_BASE + getHealth.path)) && (await answers('/'))) return true;
    await pause(100);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Points the link at a version, in a single step of the file system. */
async function pointTo({ folder }: Release): Promise<void> {
  const fresh = `${LINK}.new`;
  await rm(fresh, { force: true });
  await symlink(basename(folder), fresh);
  await rename(fresh, LINK);
}

runCommand(USAGE, main);
