import type {
  DebtorsLists,
  DebtorsPurpose,
  NoticeDebtors,
} from '../../../shared/assemblies/law/debtors.api.ts';
import { toPesos } from '../../../shared/money.ts';
import { readActorNames } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { usesBilling } from '../../properties/index.ts';
import { readLastSentNotice } from '../mail/deliveries.repository.ts';
import { runUseCase } from '../store/act.ts';
import { currentAssembly } from '../store/assembly.repository.ts';
import {
  type Debtor,
  findNoticeDebtors,
  hashOfDebtors,
  keepDebtors,
  readDebtorsLists,
  type StoredDebtors,
} from '../store/roll/debtors.repository.ts';
import type { LiveContext } from './live-context.ts';

/**
 * Service of the lists of owners in arrears, required by law in the notice and in the acta: takes the list from
 * billing and stores the list with the assembly (docs/why/agenda.md).
 */
export function debtorsService(context: LiveContext) {
  const { store, directory, arrearsOf } = context;

  /**
   * Returns the id of a joint that is not a sector. @throws Problem debtorsOfJoint for a sector, because the units
   * owe to the joint
   */
  async function rootOf(jointId: number): Promise<number> {
    const { rootId } = await requireJoint(directory, jointId);
    if (rootId !== jointId) throw new Problem('debtorsOfJoint');
    return rootId;
  }

  return {
    async lists(jointId: number): Promise<DebtorsLists> {
      const { assemblyId } = await currentAssembly(store.db, await rootOf(jointId));
      return listsToApi(store.db, await readDebtorsLists(store.db, assemblyId));
    },

    /**
     * Reads the list named by the last sent notice, for an owner; of a sector the list of the joint. Null before the
     * first sending.
     */
    async ofNotice(jointId: number): Promise<NoticeDebtors> {
      const { rootId } = await requireJoint(directory, jointId);
      const { assemblyId } = await currentAssembly(store.db, rootId);
      const sent = await readLastSentNotice(store.db, assemblyId);
      const list = sent?.debtors ? await findNoticeDebtors(store.db, assemblyId, sent.debtors) : null;
      return list && { asOf: list.asOf, debtors: debtorsToApi(list.debtors) };
    },

    /**
     * Reads the owners in arrears from the books and stores the list. Reads the books before the joint is locked,
     * so votes do not wait.
     * @throws Problem debtorsOfJoint, billingOff, noBooks
     */
    async take(jointId: number, purpose: DebtorsPurpose, by: Principal): Promise<DebtorsLists> {
      const rootId = await rootOf(jointId);
      if (!(await usesBilling(store.db, rootId))) throw new Problem('billingOff');
      const arrears = await arrearsOf(rootId, by.actor);
      if (arrears === null) throw new Problem('noBooks');
      const { asOf, debtors } = arrears;
      return runUseCase(
        context,
        { jointId, by, moves: false },
        async ({ trx, assembly, at, actor, audit }) => {
          await keepDebtors(trx, assembly.assemblyId, purpose, {
            asOf,
            takenAt: at,
            takenBy: actor,
            debtors,
          });
          // The trail binds the list by hash and holds no name.
          const bound = hashOfDebtors(debtors);
          await audit('debtorsListed', { purpose, asOf, debtors: debtors.length, sha256: bound });
          return listsToApi(trx, await readDebtorsLists(trx, assembly.assemblyId));
        },
      );
    },
  };
}

async function listsToApi(
  db: Db,
  { notice, acta }: Record<DebtorsPurpose, StoredDebtors | null>,
): Promise<DebtorsLists> {
  const actors = [notice, acta].flatMap((list) => list?.takenBy ?? []);
  const names = await readActorNames(db, actors);
  const toApi = (list: StoredDebtors | null) =>
    list && {
      asOf: list.asOf,
      takenAt: new Date(list.takenAt).toISOString(),
      takenBy: names.actor(list.takenBy, list.takenAt),
      debtors: debtorsToApi(list.debtors),
    };
  return { notice: toApi(notice), acta: toApi(acta) };
}

const debtorsToApi = (debtors: readonly Debtor[]) =>
  debtors.map(({ units, owner, owed }) => ({ units: [...units], owner, owed: toPesos(owed) }));
