import { defined } from '../../shared/defined.ts';
import type { PowerRuleChanges, PowerRules } from '../../shared/properties/power-rules.api.ts';
import type { Seen } from '../../shared/seen.ts';
import { type DeskUser, usernameKey } from '../accounts/index.ts';
import { type Db, readAsOfNow } from '../platform/db/engine.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem, refuseMoved } from '../platform/http/problem.ts';
import type { PropertiesContext } from './assemblies-port.ts';
import {
  readPowerCheckers,
  readPowerDeciders,
  readPowerRules,
  setBarred,
  setPowerRules,
} from './power-rules.repository.ts';

const usernamesOf = (users: readonly DeskUser[]): string[] => users.map(({ username }) => username);
const actorsOf = (users: readonly DeskUser[]): string[] => users.map(({ userId }) => `user:${userId}`);

/**
 * Returns the users of typed names, in any case; empty names are left out.
 * @param deciders users able to decide powers in the joint
 * @throws Problem powerCheckerUnknown with the first other name
 */
function checkersOf(deciders: readonly DeskUser[], typed: readonly string[]): DeskUser[] {
  const wanted = new Set(typed.map((name) => usernameKey(name.trim())).filter(Boolean));
  const named = deciders.filter(({ username }) => wanted.has(usernameKey(username)));
  const keys = new Set(named.map(({ username }) => usernameKey(username)));
  const unknown = typed
    .map((name) => name.trim())
    .find((name) => name !== '' && !keys.has(usernameKey(name)));
  if (unknown === undefined) return named;
  throw new Problem('powerCheckerUnknown', {
    message: `«${unknown}» no es un usuario que pueda decidir poderes en esta copropiedad. Escriba el nombre con el que entra a SCAF.`,
  });
}

/** Service for the limits of powers of attorney in a joint with all sectors: read and change. */
export function powerRulesService({ store, directory, publisher, assemblies }: PropertiesContext) {
  const withConvened = async (db: Db, rootId: number): Promise<PowerRules> => {
    const rules = await readPowerRules(db, rootId);
    const limits = await assemblies.keptPowerLimits(db, rootId);
    const checkers = usernamesOf(await readPowerCheckers(db, rootId));
    const isOther = limits !== null && (limits.limit !== rules.limit || limits.share !== rules.share);
    return { ...rules, checkers, ...defined({ convened: isOther ? limits : undefined }) };
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
     * @throws Problem jointNotFound, powerCheckerUnknown, factsMoved
     */
    change: async (
      { actor }: Principal,
      jointId: number,
      { barred, checkers: typed, seen, ...limits }: PowerRuleChanges & { seen?: Seen<PowerRuleChanges> },
    ): Promise<PowerRules> => {
      const at = Date.now();
      const { result, touched } = await assemblies.runUseCase({ jointId, actor, at }, async (act) => {
        const { rootId } = act.assembly;
        const before = await readPowerRules(act.trx, rootId);
        const checkersBefore = await readPowerCheckers(act.trx, rootId);
        const checkers = typed && checkersOf(await readPowerDeciders(act.trx, rootId), typed);
        const people = barred?.map((person) => ({
          ...person,
          name: person.name.trim(),
          document: person.document?.trim() || null,
        }));
        const sent = {
          ...limits,
          ...defined({ barred: people, checkers: checkers && usernamesOf(checkers) }),
        };
        refuseMoved({ ...before, checkers: usernamesOf(checkersBefore) }, sent, seen);
        await setPowerRules(act.trx, rootId, limits, checkers);
        if (people !== undefined) await setBarred(act.trx, rootId, people, { at, actor });
        const after = await readPowerRules(act.trx, rootId);
        await act.audit('powerRulesChanged', {
          jointId: rootId,
          ...after,
          checkers: actorsOf(checkers ?? checkersBefore),
          before: { ...before, checkers: actorsOf(checkersBefore) },
        });
        return withConvened(act.trx, rootId);
      });
      publisher.touch(...touched);
      return result;
    },
  };
}
