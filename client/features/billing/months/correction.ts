import type { NewAdjustment } from '../../../../shared/billing/bills.api.ts';
import type { ChargeNature } from '../../../../shared/billing/natures.ts';
import { defined } from '../../../../shared/defined.ts';
import { paidPesos } from '../../../ui/fields/money-typing.ts';

/**
 * Values typed in the form of a correction: an extra charge, a credit note, or a forgiven debt (condonation)
 * on a unit's account.
 */
export interface Correction {
  /** Id of the unit. Null until chosen. */
  apartmentId: string | null;
  /** Charge, credit note or condonation. */
  kind: NewAdjustment['kind'];
  /** Typed amount in pesos: '1.234,50'. */
  amount: string;
  /** Name of a charge. Empty for the default. */
  concept: string;
  nature: ChargeNature;
  /** Nature of the debts reduced first by a credit note; `usual` for the order of payment. */
  reduces: ChargeNature | 'usual';
  /** Due date of a charge. Empty for the month's. */
  dueDate: string;
  /** Part of the debt forgiven by a condonation. */
  forgives: 'interest' | 'capital';
  /** Day of the effect on late interest. Empty for today. */
  valueDate: string;
  /** Reason of the correction, shown in the statement. */
  reason: string;
  /** Acta with the decision on a condonation. */
  acta: string;
}

/** Values of the empty form of a correction of a unit's account. */
export const emptyCorrection: Correction = {
  apartmentId: null,
  kind: 'charge',
  amount: '',
  concept: '',
  nature: 'other',
  reduces: 'usual',
  dueDate: '',
  forgives: 'interest',
  valueDate: '',
  reason: '',
  acta: '',
};

type CorrectionFaults = Partial<Record<'apartmentId' | 'amount' | 'reason' | 'acta', string>>;

/**
 * Checks the form of a correction of a unit's account before sending. Returns Spanish error messages by
 * field; an empty object for a valid form.
 */
export function correctionFaults(typed: Correction): CorrectionFaults {
  const faults: CorrectionFaults = {};
  if (typed.apartmentId === null) faults.apartmentId = 'Elija el inmueble.';
  if (paidPesos(typed.amount) === null) faults.amount = 'Digite un valor mayor que cero.';
  if (typed.reason.trim() === '') faults.reason = 'Digite el motivo.';
  if (typed.kind === 'condonation' && typed.acta.trim() === '') faults.acta = 'Indique el acta.';
  return faults;
}

/**
 * Turns the typed form of a correction into the request for the server. Null while a required field is
 * missing. Fields of other kinds of correction are left out.
 */
export function asAdjustment(typed: Correction): NewAdjustment | null {
  const amount = paidPesos(typed.amount);
  if (typed.apartmentId === null || amount === null || Object.keys(correctionFaults(typed)).length > 0) {
    return null;
  }
  const concept = typed.concept.trim();
  return {
    apartmentId: typed.apartmentId,
    kind: typed.kind,
    amount,
    reason: typed.reason.trim(),
    ...defined({ valueDate: typed.valueDate === '' ? undefined : typed.valueDate }),
    ...(typed.kind === 'charge'
      ? {
          nature: typed.nature,
          ...defined({
            concept: concept === '' ? undefined : concept,
            dueDate: typed.dueDate === '' ? undefined : typed.dueDate,
          }),
        }
      : {}),
    ...defined({
      nature: typed.kind === 'creditNote' && typed.reduces !== 'usual' ? typed.reduces : undefined,
    }),
    ...(typed.kind === 'condonation' ? { forgives: typed.forgives, acta: typed.acta.trim() } : {}),
  };
}
