import { readHeads } from '../../platform/audit/heads.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { JointFinder } from '../../platform/http/joint-places.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import { readAssemblySnapshot } from '../live/joint-state.ts';
import { type Results, writeResults } from '../mail/results-mail.ts';
import { findAssembly, type StoredAssembly } from '../store/assembly.repository.ts';

/**
 * Returns the writer of the mails to owners after an assembly, with results and signed head. Used by the mail
 * queue.
 */
export function resultsWriter({
  db,
  directory,
  publicUrl,
}: {
  db: Db;
  directory: JointFinder;
  publicUrl: string;
}): Writer {
  return async ({ assemblyId, address }) => {
    const assembly = await findAssembly(db, assemblyId);
    const root = assembly && (await directory.find(assembly.rootId));
    if (assembly === undefined || root === undefined) return 'La asamblea no existe.';
    return {
      to: { name: `Propietario de ${root.jointName}`, address },
      compose: async () => {
        const parts: Results['parts'][number][] = [];
        for (const id of await directory.family(root.rootId)) {
          const place = await directory.find(id);
          if (place === undefined) continue;
          parts.push({
            jointName: place.jointName,
            snapshot: await readAssemblySnapshot(db, place, assemblyId),
          });
        }
        const head = await endingHead(db, assembly);
        return writeResults({
          jointName: root.jointName,
          parts,
          endedAt: assembly.closedAt ?? Date.now(),
          head,
          url: `${publicUrl}/CompruebeSuVoto/${root.rootId}`,
        });
      },
    };
  };
}

/**
 * Reads the signed head (signed state of the audit trail) made at the end of an assembly, as text; null for
 * assemblies older than signed heads.
 */
export async function endingHead(db: Db, { rootId, closedAt }: StoredAssembly): Promise<string | null> {
  const heads = await readHeads(db, jointChain(rootId));
  return heads.filter(({ moment, at }) => moment === 'fin' && at === closedAt).at(-1)?.note ?? null;
}
