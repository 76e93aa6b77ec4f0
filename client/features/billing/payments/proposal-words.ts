import type { Proposal } from '../../../../shared/billing/proposals.api.ts';

type Ground = Proposal['grounds'][number];

/** Describes a reason for or against a proposed unit, for example the payer's name or the reference. */
function groundWords({ kind, said, accounts }: Ground): string {
  if (kind === 'bank') return 'Lo paga el banco: no es de un inmueble';
  if (kind === 'reference') return `Tiene la referencia de pago ${said}`;
  if (kind === 'document') return `Tiene el documento ${said}, del propietario`;
  if (kind === 'owner') return `Nombra al propietario: ${said}`;
  if (kind === 'payer') return `Antes se le asignó un pago de «${said}»`;
  if (kind === 'amount') {
    return accounts.length > 1
      ? `${new Intl.ListFormat('es').format(accounts)} deben juntos exactamente ${said}`
      : `Debe exactamente ${said}`;
  }
  return accounts.length === 0
    ? `Nombra «${said}», que no está claro o no es un inmueble de la copropiedad`
    : `Nombra «${said}»`;
}

/**
 * Returns Spanish lines about the evidence for the unit proposed for a payment, for example the name in the
 * bank's text. If the evidence disagrees, each line names the units.
 */
export function proposalWords({ apartmentId, grounds, twin }: Proposal): string[] {
  const words = grounds.map((ground) => {
    const means =
      apartmentId === null && ground.kind !== 'amount' && ground.accounts.length > 0
        ? ` (${ground.accounts.join(', ')})`
        : '';
    return `${groundWords(ground)}${means}.`;
  });
  // The preview of a file has no shares yet: the amount of several units together also agrees with the other evidence.
  const isTogether = grounds.some(({ kind, accounts }) => kind === 'amount' && accounts.length > 1);
  const isSplit = apartmentId === null && !isTogether && grounds.length > 1;
  return [
    ...(isSplit ? ['Las señales no coinciden.'] : []),
    ...words,
    ...(twin === null ? [] : [`Ya hay un recibo igual: el ${twin}. Revise que no sea el mismo pago.`]),
  ];
}

/**
 * True if the proposal for a payment with an unknown payer is clear: all evidence names the same unit, the amount is not
 * the only evidence, and no similar receipt exists. Clear proposals may be confirmed together.
 */
export const isAgreed = (proposal: Proposal): proposal is Proposal & { apartmentId: string } =>
  proposal.apartmentId !== null &&
  proposal.twin === null &&
  proposal.grounds.some(({ kind }) => kind !== 'amount');
