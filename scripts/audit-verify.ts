import { migrations } from '../migrations/index.ts';
import { verifyAudit } from '../server/audit/verify.ts';
import { readConfig } from '../server/config.ts';
import type { Verification } from '../server/platform/audit/verify.ts';
import { openStore, type Store } from '../server/platform/db/connect.ts';
import { listAppliedMigrations } from '../server/platform/db/schema/adopt.ts';
import { counted } from '../shared/format.ts';
import { CommandError, requireStore, runCommand } from './lib/command.ts';

const USAGE = 'Uso: npm run audit:verify';

/**
 * Script of `npm run audit:verify`: computes every chain of the audit trail again and compares the chains with the
 * stored votes, registrations and books. Prints one line per mismatch. Exit status 1 if there is any mismatch.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  requireStore(config);
  const store = await openStore(config);
  const { chains, findings } = await verifyOf(store).finally(() => store.close());
  for (const { chain, entries, lastHash, notKept } of chains) {
    console.log(`${chain}: ${counted(entries, 'entrada')}, última huella ${lastHash}`);
    if (notKept > 0) console.log(`${chain}: ${counted(notKept, 'entrada')} de antes sin cifras que comparar`);
  }
  for (const { chain, seq, what } of findings)
    console.log(`DIFERENCIA ${chain}${seq === null ? '' : ` #${seq}`}: ${what}`);
  if (findings.length > 0) throw new CommandError(`Hay ${counted(findings.length, 'diferencia')}.`);
  console.log('El registro de auditoría está completo y no fue modificado.');
}

async function verifyOf({ db }: Store): Promise<Verification> {
  const applied = await listAppliedMigrations(db);
  if (Object.keys(migrations).every((name) => applied.includes(name))) return verifyAudit(db);
  throw new CommandError(
    'Los datos son de una versión anterior: inicie primero el servidor de esta versión.',
  );
}

runCommand(USAGE, main);
