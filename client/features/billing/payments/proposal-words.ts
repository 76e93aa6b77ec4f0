import type { Proposal } from '../../../../shared/billing/proposals.api.ts';

type Ground = Proposal['grounds'][number];

/** Describes a reason for or against a proposed unit, for example the payer's name or the reference. */
function groundWords({ kind, said, accounts }: Ground): string {
  if (kind === 'bank') return 'Lo paga el banco: no es de un inmueble';
  if (kind === 'reference') return `Tiene la referencia de pago ${said}`;
  if (kind === 'document') return `Tiene el documento ${said}, del propietario`;
  if (kind === 'owner') return `Nombra al propietario: ${said}`;
  if (kind === 'payer') return `Antes se le asignó un pago de «${said}»`;
  return accounts.length === 0
    ? `Nombra «${said}», que no está claro o no es un inmueble de la copropiedad`
    : `Nombra «${said}»`;
}

/** Describes the reasons for the proposed unit of a payment, each with the units if the reasons disagree. */
export function proposalWords({ apartmentId, grounds, twin }: Proposal): string[] {
  const words = grounds.map((ground) => {
    const means =
      apartmentId === null && ground.accounts.length > 0 ? ` (${ground.accounts.join(', ')})` : '';
    return `${groundWords(ground)}${means}.`;
  });
  const isSplit = apartmentId === null && grounds.length > 1;
  return [
    ...(isSplit ? ['Las señales no coinciden.'] : []),
    ...words,
    ...(twin === null ? [] : [`Ya hay un recibo igual: el ${twin}. Revise que no sea el mismo pago.`]),
  ];
}

/**
 * True if all reasons name the same unit and no similar receipt exists, so the payment may be confirmed
 * together with others.
 */
export const isAgreed = (proposal: Proposal): proposal is Proposal & { apartmentId: string } =>
  proposal.apartmentId !== null && proposal.twin === null;
