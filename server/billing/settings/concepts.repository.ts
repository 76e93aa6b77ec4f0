import type { ChargeConcept } from '../../../shared/billing/settings.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { Db } from '../../platform/db/engine.ts';
import { conceptCalled, conceptKey } from './concept-names.ts';

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

/**
 * Returns the charge concept of a joint with a name, present or former; stores a new concept for a new name. The caller
 * holds the joint's billing lock.
 */
export async function conceptOfName(
  trx: Db,
  jointId: number,
  { name, nature }: Pick<ChargeConcept, 'name' | 'nature'>,
): Promise<ChargeConcept> {
  const concepts = await listConcepts(trx, jointId);
  const named = conceptCalled(concepts, name);
  if (named !== undefined) return named;
  const chargeConceptId = Math.max(0, ...concepts.map((one) => one.chargeConceptId)) + 1;
  const row = {
    joint_id: jointId,
    charge_concept_id: chargeConceptId,
    name,
    name_key: conceptKey(name),
    nature,
  };
  await trx.insertInto('charge_concept').values(row).execute();
  return { chargeConceptId, name, nature };
}
