import { defined } from '../../shared/defined.ts';
import type { PowerRuleChanges, PowerRules } from '../../shared/properties/power-rules.api.ts';
import type { Seen } from '../../shared/seen.ts';
import { type Db, readAsOfNow } from '../platform/db/engine.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import type { Principal } from '../platform/http/principal.ts';
import { refuseMoved } from '../platform/http/problem.ts';
import type { PropertiesContext } from './assemblies-port.ts';
import { readPowerRules, setBarred, setPowerRules } from './power-rules.repository.ts';

/** Service for the limits of powers of attorney in a joint with all sectors: read and change. */
export function powerRulesService({ store, directory, publisher, assemblies }: PropertiesContext) {
  const withConvened = async (db: Db, rootId: number): Promise<PowerRules> => {
    const rules = await readPowerRules(db, rootId);
    const limits = await assemblies.keptPowerLimits(db, rootId);
    const isOther = limits !== null && (limits.limit !== rules.limit || limits.share !== rules.share);
    return { ...rules, ...defined({ convened: isOther ? limits : undefined }) };
  };

  return {
    /**
     * Reads the limits of powers.
     * @throws Problem jointNotFound
     */
    read: async (jointId: number): Promise<PowerRules> => {
      const { rootId } = await requireJoint(directory, jointId);
      return readAsOfNow(store.db, (trx) => withConvened(trx, rootId));
    },

    /**
     * Changes the limits of powers.
     * @throws Problem jointNotFound, factsMoved
     */
    change: async (
      { actor }: Principal,
      jointId: number,
      { barred, seen, ...limits }: PowerRuleChanges & { seen?: Seen<PowerRuleChanges> },
    ): Promise<PowerRules> => {
      const at = Date.now();
      const { result, touched } = await assemblies.runUseCase({ jointId, actor, at }, async (act) => {
        const { rootId } = act.assembly;
        const before = await readPowerRules(act.trx, rootId);
        const people = barred?.map((person) => ({
          ...person,
          name: person.name.trim(),
          document: person.document?.trim() || null,
        }));
        refuseMoved(before, { ...limits, ...defined({ barred: people }) }, seen);
        await setPowerRules(act.trx, rootId, limits);
        if (people !== undefined) await setBarred(act.trx, rootId, people, { at, actor });
        const after = await readPowerRules(act.trx, rootId);
        await act.audit('powerRulesChanged', { jointId: rootId, ...after, before });
        return withConvened(act.trx, rootId);
      });
      publisher.touch(...touched);
      return result;
    },
  };
}
