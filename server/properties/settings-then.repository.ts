import type { PowerRules } from '../../shared/properties/power-rules.api.ts';
import { jointChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import { readFiscalAuditor, usesBilling } from './joints.repository.ts';
import { readPowerRules } from './power-rules.repository.ts';

/** Settings of a joint printed in the documents of an assembly or used in decisions. */
export interface JointSettings {
  /** Name of the joint's statutory auditor (revisor fiscal); null without an auditor. */
  fiscalAuditor: string | null;
  /** True if the joint uses billing. */
  usesBilling: boolean;
  /** Limits of powers of attorney. */
  powerRules: PowerRules;
}

/**
 * Returns the settings of a joint as of a past moment: the present settings without the changes after an
 * audit entry. For documents about an old assembly.
 * @param rootId number of the whole joint
 * @param seq number of the entry; null for the present settings
 */
export async function readSettingsThen(db: Db, rootId: number, seq: number | null): Promise<JointSettings> {
  const settings: JointSettings = {
    fiscalAuditor: await readFiscalAuditor(db, rootId),
    usesBilling: await usesBilling(db, rootId),
    powerRules: await readPowerRules(db, rootId),
  };
  if (seq === null) return settings;
  const changes = await db
    .selectFrom('audit_entry')
    .select(['act', 'data'])
    .where('chain', '=', jointChain(rootId))
    .where('act', 'in', ['jointChanged', 'powerRulesChanged'])
    .where('seq', '>', seq)
    .orderBy('seq', 'desc')
    .execute();
  for (const { act, data } of changes) {
    const { before, ...change } = JSON.parse(data);
    if (act === 'powerRulesChanged') settings.powerRules = before;
    else if ('fiscalAuditor' in change) settings.fiscalAuditor = before;
    else if ('proxyLimit' in change) settings.powerRules = { ...settings.powerRules, limit: before };
    else if ('usesBilling' in change) settings.usesBilling = before.usesBilling;
  }
  return settings;
}
