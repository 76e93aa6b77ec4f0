/**
 * Spanish names of the columns in the relación de facturas (table of a month's bills), for screen, PDF and
 * Excel.
 */
export const relationWords = {
  previousPayment: 'Pago del mes anterior',
  overdueInstalments: 'Cuotas vencidas',
  overdueCapital: 'Capital anterior',
  overdueInterest: 'Intereses vencidos',
  currentInterest: 'Intereses del mes',
  fee: 'Administración',
  extraOrFines: 'Cuotas extra o multas',
  extra: 'Cuotas extra',
  fines: 'Multas',
  other: 'Otros cobros',
  additional: 'Detalle de cobros adicionales',
  rounding: 'Ajuste al peso',
  credit: 'Saldo a favor',
  total: 'Total a pagar',
} as const;
