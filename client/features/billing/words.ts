import type { BillMovement } from '../../../shared/billing/bills.api.ts';
import { monthName } from '../../../shared/days.ts';
import {
  type Centavos,
  centavos,
  formatMoney,
  formatPesos,
  sumMoney,
  toPesos,
} from '../../../shared/money.ts';
import { date, unbroken } from '../../lib/format.ts';

/** Formats an amount in pesos, with centavos if not zero: '$ 290.080', '-$ 1.234,50'. Uses a no-break space. */
export const pesos = (amount: number): string => unbroken(formatPesos(cents(amount)));

/** Converts pesos of the API to centavos. */
export const cents = (amount: number): Centavos => centavos(Math.round(amount * 100));

/**
 * Sums the lines of a bill in pesos, exact to the centavo: amounts of the month and earlier debts. The API's
 * list of bills has no total.
 */
export const totalOf = ({ movementsDetail }: Pick<BillMovement, 'movementsDetail'>): number =>
  toPesos(
    sumMoney(movementsDetail.flatMap(({ periodFee, overdueFee }) => [cents(periodFee), cents(overdueFee)])),
  );

/** Formats an amount in pesos for a table column, without currency sign: '290.080', '-1.234,50'. */
export const amountText = (value: number): string => formatMoney(cents(value));

/** Formats a day: '2026-11-26' gives '26 de noviembre de 2026'. */
export const dayWords = (day: string): string => date(`${day.slice(0, 10)}T12:00:00-05:00`);

/** Formats a month in Spanish for the first column of a list: 'Mayo de 2026'. */
export const monthTitle = (year: number, month: number): string => `${monthName(month)} de ${year}`;

/** Formats an interest rate in per cent with up to six decimals: 1.919512 gives '1,919512 %'. */
export const rate = (percent: number): string => `${String(Number(percent.toFixed(6))).replace('.', ',')} %`;

/**
 * Sentences of the billing screens: word for word from the specification's error catalogue (section 8), and others
 * in the same tone.
 */
export const billingTexts = {
  noneBilled:
    'Ninguna copropiedad usa facturación. Se indica al crearla, o después en sus Servicios, en Copropiedades.',
  noInformation: 'No hay información para el conjunto residencial seleccionado.',
  notLoaded: 'No se encuentra disponible la información. Intente nuevamente.',
  noUnitsOfJoint:
    'No hay inmuebles asociados al conjunto residencial seleccionado. Comunicarse con el administrador de la plataforma.',
  noOwnUnits: 'No tiene inmuebles asignados. Comunicarse con el administrador de la plataforma.',
  noBills: 'El inmueble no tiene cuentas de cobro.',
  noReceipts: 'El inmueble no tiene recibos de caja.',
  receiptFailed: 'No se puede generar el recibo de caja en estos momentos. Intente nuevamente.',
  yearMissing: 'Seleccione un año',
  monthMissing: 'Seleccione un mes',
  unitMissing: 'Seleccione un inmueble',
} as const;
