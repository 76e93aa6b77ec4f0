import type { ChargeConcept } from '../../../shared/billing/settings.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { Db } from '../../platform/db/engine.ts';
import { conceptKey } from './concept-names.ts';

/**
 * Lists the charge concepts of a joint (co-owned property), for example 'Administración' and 'Multa', in
 * creation order.
 */
export async function listConcepts(db: Db, jointId: number): Promise<ChargeConcept[]> {
  const rows = await db
    .selectFrom('charge_concept')
    .select(['charge_concept_id', 'name', 'nature', 'former_names'])
    .where('joint_id', '=', jointId)
    .orderBy('charge_concept_id')
    .execute();
  return rows.map(({ charge_concept_id, name, nature, former_names }) => ({
    chargeConceptId: charge_concept_id,
    name,
    nature,
    ...defined({ formerNames: former_names === null ? undefined : JSON.parse(former_names) }),
  }));
}

/**
 * Stores the nature (fee, extra, fine or other) of a charge concept, as chosen in the settings. The nature
 * decides about late interest and the columns of reports.
 */
export async function setConceptNature(
  trx: Db,
  jointId: number,
  { chargeConceptId, nature }: Pick<ChargeConcept, 'chargeConceptId' | 'nature'>,
): Promise<void> {
  await trx
    .updateTable('charge_concept')
    .set({ nature })
    .where('joint_id', '=', jointId)
    .where('charge_concept_id', '=', chargeConceptId)
    .execute();
}

/** Stores a new name of a charge concept with the earlier names. */
export async function setConceptName(
  trx: Db,
  jointId: number,
  { chargeConceptId, name, formerNames = [] }: Omit<ChargeConcept, 'nature'>,
): Promise<void> {
  await trx
    .updateTable('charge_concept')
    .set({ name, name_key: conceptKey(name), former_names: JSON.stringify(formerNames) })
    .where('joint_id', '=', jointId)
    .where('charge_concept_id', '=', chargeConceptId)
    .execute();
}
