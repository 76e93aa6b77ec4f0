import { mayBeOwner } from '../../../shared/properties/person.ts';

/**
 * Returns the name of the payer to show beside the owner: null if the payer is, or perhaps is, an owner.
 * @param owner names of the owners; null while the unit is unknown
 */
export const payerBeside = (payer: string | null, owner: string | null): string | null =>
  payer !== null &&
  owner !== null &&
  mayBeOwner({ name: payer, document: null }, { name: owner, document: null })
    ? null
    : payer;
