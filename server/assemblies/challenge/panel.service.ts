import type {
  Challenge,
  DeclaredFacts,
  JudgedGround,
} from '../../../shared/assemblies/challenge/challenge.api.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem, refuseMoved } from '../../platform/http/problem.ts';
import { type AssembliesContext, runUseCase } from '../store/act.ts';
import { assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import { readChallengeDays } from './days.ts';
import { readChallengeEntries } from './entries.repository.ts';
import { councilStrangers } from './facts.ts';
import { readChallengeFacts } from './from-store.ts';
import { judgeGrounds } from './grounds.ts';

/** Service of the panel 'Semáforo de impugnación': grounds to challenge an assembly, and declared facts. */
export function challengeService(context: AssembliesContext) {
  const { store, directory, billingFigures } = context;

  async function panel(db: Db, assembly: StoredAssembly, family: readonly number[]): Promise<Challenge> {
    const { assemblyId, rootId, createdAt: since } = assembly;
    const facts = await readChallengeFacts(db, assembly, { family, at: Date.now(), billingFigures });
    const end = (await readChallengeEntries(db, { rootId, assemblyId, since })).findLast(
      ({ data }) => data.challenge !== undefined,
    );
    return {
      assemblyId,
      grounds: judgeGrounds(facts),
      atEnd:
        end === undefined
          ? null
          : { at: new Date(end.at).toISOString(), grounds: end.data.challenge as JudgedGround[] },
      days: await readChallengeDays(db, assembly),
      declared: facts.declared,
      isBilled: facts.billing !== null,
    };
  }

  return {
    /** @throws Problem jointNotFound, assemblyNotFound */
    read: async (jointId: number, requestedId: number | undefined): Promise<Challenge> => {
      const { rootId } = await requireJoint(directory, jointId);
      const family = await directory.family(rootId);
      return readAsOfNow(store.db, async (trx) =>
        panel(trx, await assemblyToRead(trx, rootId, requestedId), family),
      );
    },

    /** @throws Problem assemblyReplaced, factsMoved */
    declare: (
      jointId: number,
      { assemblyId, facts, seen }: { assemblyId: number; facts: DeclaredFacts; seen?: DeclaredFacts },
      principal: Principal,
    ): Promise<Challenge> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        const { trx, assembly, family, at } = act;
        if (assembly.assemblyId !== assemblyId) throw new Problem('assemblyReplaced');
        const whole = await assemblyToRead(trx, assembly.rootId, assemblyId);
        const before = await readChallengeFacts(trx, whole, { family, at, billingFigures });
        refuseMoved(before.declared, facts, seen);
        // Proof of a delegation is about the strangers of this moment, not about later ones.
        const about = facts.delegatesProved == null ? {} : { strangers: councilStrangers(before) };
        await act.audit('groundFactsDeclared', { declared: facts, ...about });
        return panel(trx, whole, family);
      }),
  };
}
