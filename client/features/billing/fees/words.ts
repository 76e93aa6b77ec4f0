import type { FeeWay } from '../../../../shared/billing/natures.ts';

/** Spanish name of each way to charge a fee, and the label of the amount. */
export const feeWayWords: Readonly<Record<FeeWay, { label: string; amount: string; detail: string }>> = {
  budget: {
    label: 'Presupuesto por coeficiente',
    amount: 'Presupuesto del año',
    detail: 'Una doceava parte cada mes, repartida por coeficiente, exacta al centavo.',
  },
  fixed: {
    label: 'Valor fijo',
    amount: 'Valor mensual de cada inmueble',
    detail: 'El mismo valor para cada inmueble.',
  },
  instalments: {
    label: 'Extraordinaria en cuotas',
    amount: 'Valor total',
    detail: 'Aprobada en asamblea, repartida por coeficiente y por cuotas.',
  },
  metered: {
    label: 'Por medidor',
    amount: 'Precio por unidad de medida',
    detail: 'La diferencia entre dos lecturas, por el precio.',
  },
  fine: {
    label: 'Multa',
    amount: 'Valor de la multa',
    detail: 'Después de un requerimiento escrito con plazo.',
  },
};
