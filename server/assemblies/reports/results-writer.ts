import { readHeads } from '../../platform/audit/heads.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import { readByLaws, readGroundAndCrest, readHelpSentence } from '../../properties/index.ts';
import { readChallengeDays } from '../challenge/days.ts';
import { readFamilySnapshots } from '../live/joint-state.ts';
import { readMailedNotices } from '../mail/deliveries.repository.ts';
import { type CalledDays, calendarEntries, daysInNotices } from '../mail/invitation-calendar.ts';
import type { MailOf } from '../mail/invitation-writer.ts';
import { unitsOfAddress } from '../mail/owners-queue.ts';
import { writeResults } from '../mail/results-mail.ts';
import { readOwnVotes } from '../signed-acta/own-votes.repository.ts';
import { newOwnerLink } from '../signed-acta/owner-links.repository.ts';
import { assemblyToApi, findAssembly, type StoredAssembly } from '../store/assembly.repository.ts';

const NO_DAYS: CalledDays = { scheduledAt: null, secondCallAt: null };

/**
 * Returns the writer of the mails to owners after an assembly, with results and signed head. Used by the mail
 * queue.
 */
export function resultsWriter({ db, directory, helpPhone, publicUrl, from }: MailOf): Writer {
  return async ({ assemblyId, address }) => {
    const assembly = await findAssembly(db, assemblyId);
    const root = assembly && (await directory.find(assembly.rootId));
    if (assembly === undefined || root === undefined) return 'La asamblea no existe.';
    const { assemblyId: id } = assembly;
    const family = await directory.family(root.rootId);
    const apartmentIds = await unitsOfAddress(db, { assemblyId: id, family, address });
    const { url, ...steps } = newOwnerLink(publicUrl, { assemblyId: id, apartmentIds });
    const name = `Propietario de ${root.jointName}`;
    /**
     * Cancels the tentative second call in the receiver's calendar if the first call decided. Without quorum the second
     * call takes place (Ley 675, art. 41).
     */
    const cancelled = async (parts: Awaited<ReturnType<typeof readFamilySnapshots>>) => {
      const outcomes = parts.flatMap(({ snapshot }) => snapshot.concepts.map(({ outcome }) => outcome));
      const isHeld = outcomes.some((outcome) => outcome !== null && outcome.status !== 'noQuorum');
      if (!isHeld || assembly.call !== 1) return [];
      const mailed = await readMailedNotices(db, { assemblyId: id, address });
      const { secondCallAt } = daysInNotices(mailed, await readByLaws(db, root.rootId));
      const sequence = assembly.callSequence + 1;
      const of = { jointName: root.jointName, assembly: assemblyToApi(assembly), sequence, publicUrl };
      const days = { now: NO_DAYS, former: { ...NO_DAYS, secondCallAt } };
      return calendarEntries(of, days, { from, name, to: address, at: Date.now() });
    };
    return {
      to: { name, address },
      ...steps,
      compose: async () => {
        const parts = await readFamilySnapshots(db, directory, assembly);
        const endedAt = assembly.closedAt ?? Date.now();
        return writeResults({
          jointName: root.jointName,
          parts,
          own: await readOwnVotes(db, { assemblyId: id, apartmentIds }, parts),
          challenge: await readChallengeDays(db, assembly),
          cancelled: await cancelled(parts),
          endedAt,
          head: await endingHead(db, assembly),
          url,
          help: await readHelpSentence(db, root.rootId, helpPhone),
          face: await readGroundAndCrest(db, root.rootId),
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
