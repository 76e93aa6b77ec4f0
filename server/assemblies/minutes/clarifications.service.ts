import type { Static } from 'typebox';
import type {
  AfterEnd,
  clarify,
  listClarifications,
} from '../../../shared/assemblies/facts/clarifications.api.ts';
import { type MeetingFact, meetingFacts, meetingFactText } from '../../../shared/assemblies/facts/facts.ts';
import { readActorNames } from '../../accounts/index.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readSettingsThen } from '../../properties/index.ts';
import { type AssembliesContext, runUseCase } from '../store/act.ts';
import { assemblyToApi, assemblyToRead } from '../store/assembly.repository.ts';
import { readEnding } from '../store/papers/ending.repository.ts';
import { orderPapers } from '../store/papers/orders.repository.ts';
import { readAssemblyActs } from './acta.repository.ts';
import type { FactChange } from './acta-facts.ts';
import { factChanges } from './fact-changes.ts';

type Listed = Static<NonNullable<typeof listClarifications.answer>>;

/**
 * Service for clarifications: corrections of an ended assembly's facts (place, president …). The stored text stays;
 * the acta shows both the old and the new text.
 */
export function clarificationsService(context: AssembliesContext) {
  const { store, directory } = context;

  return {
    /**
     * Returns the facts of an ended assembly in words, and the changes made after the end. @throws Problem
     * assemblyNotFound, assemblyNotClosed
     */
    list: async (jointId: number, assemblyId: number | undefined): Promise<Listed> => {
      const { rootId } = await requireJoint(directory, jointId);
      return readAsOfNow(store.db, async (trx) => {
        const { texts, changes } = await readFacts(trx, rootId, assemblyId);
        return {
          facts: meetingFacts.map((fact) => ({ fact, text: texts.get(fact) ?? null })),
          afterEnd: changes.map(toApi),
        };
      });
    },

    /** Adds a clarification. @throws Problem assemblyNotFound, assemblyNotClosed, nothingToClarify */
    clarify: (
      where: { jointId: number; assemblyId?: number },
      clarification: Static<NonNullable<typeof clarify.body>>,
      principal: Principal,
      key: RequestKey | null,
    ): Promise<AfterEnd> =>
      runUseCase(context, { jointId: where.jointId, by: principal }, (act) =>
        oncePerKey(act.trx, key, act.at, async () => {
          const { trx, at, assembly } = act;
          const { texts, assemblyId } = await readFacts(trx, assembly.rootId, where.assemblyId);
          const [before, after] = [texts.get(clarification.fact) ?? null, clarification.text.trim()];
          if (after === '' || after === before) throw new Problem('nothingToClarify');
          const reason = clarification.reason.trim();
          await act.audit('assemblyClarified', {
            assemblyId,
            fact: clarification.fact,
            before,
            after,
            reason,
          });
          await orderPapers(trx, assemblyId, at);
          const by = (await readActorNames(trx, [act.actor])).actor(act.actor, at);
          return toApi({
            at,
            by,
            fact: clarification.fact,
            before,
            after,
            reason,
            stage: 'ended',
            wentOn: [],
          });
        }),
      ),
  };
}

const toApi = ({ fact, before, after, reason, at, by }: FactChange): AfterEnd => ({
  kind: reason === null ? 'completed' : 'clarified',
  fact,
  before,
  after: after ?? '',
  reason,
  by,
  at: new Date(at).toISOString(),
});

/**
 * Reads the facts of an ended assembly in words, each with its last clarification, and the changes after the end.
 */
async function readFacts(trx: Db, rootId: number, requestedId: number | undefined) {
  const row = await assemblyToRead(trx, rootId, requestedId);
  const { assemblyId, zoomId, createdAt } = row;
  const ending = await readEnding(trx, row);
  if (row.closedAt === null && row.archivedAt === null) throw new Problem('assemblyNotClosed');
  const { fiscalAuditor } = await readSettingsThen(trx, rootId, ending?.seq ?? null);
  const values = { ...assemblyToApi(row), zoomId, fiscalAuditor };
  const texts = new Map<MeetingFact, string | null>(
    meetingFacts.map((fact) => [fact, meetingFactText(fact, values[fact])]),
  );
  const acts = await readAssemblyActs(trx, { rootId, assemblyId, since: createdAt });
  const names = await readActorNames(
    trx,
    acts.map(({ actor }) => actor),
  );
  const changes = factChanges(acts, names.actor).filter(({ stage }) => stage === 'ended');
  for (const { fact, after, reason } of changes) if (reason !== null) texts.set(fact, after);
  return { assemblyId, texts, changes };
}
