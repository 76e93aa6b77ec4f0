import { verifyAudit } from '../server/audit/verify.ts';
import { readConfig } from '../server/config.ts';
import { openStore } from '../server/platform/db/connect.ts';

/**
 * Script of `npm run audit:verify`: computes every chain of the audit trail again and compares the chains with the
 * stored votes, registrations and books. Prints one line per mismatch. Exit status 1 if there is any mismatch.
 */
async function verify(): Promise<void> {
  const store = await openStore(readConfig(process.env));
  const { chains, findings } = await verifyAudit(store.db);
  for (const { chain, entries, lastHash, notKept } of chains) {
    console.log(`${chain}: ${entries} entries, last ${lastHash}`);
    if (notKept > 0) console.log(`${chain}: figures of ${notKept} older entries were not kept then.`);
  }
  for (const { chain, seq, what } of findings)
    console.log(`FOUND ${chain}${seq === null ? '' : ` #${seq}`}: ${what}`);
  console.log(findings.length === 0 ? 'The audit trail is whole.' : `${findings.length} findings.`);
  await store.close();
  process.exitCode = findings.length === 0 ? 0 : 1;
}

void verify();
