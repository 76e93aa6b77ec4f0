import {
  auditReport,
  billingActsReport,
  checkAudit,
  checkBillingActs,
  listAudit,
  listBillingActs,
} from '../../shared/audit/audit.api.ts';

/**
 * Audit log of a joint (assemblies, or billing) as shown on a page: name, API endpoints and Spanish texts.
 */
export interface Trail {
  name: string;
  list: typeof listAudit;
  check: typeof checkAudit;
  report: typeof auditReport;
  /** Spanish sentence about the data compared by the verification. */
  compares: string;
  verified: string;
  /** Spanish sentence about printed documents with the last hash of the log. */
  printed: string;
}

/** Audit log of a joint's assemblies, for the page. */
export const assemblyTrail: Trail = {
  name: 'Registro de auditoría',
  list: listAudit,
  check: checkAudit,
  report: auditReport,
  compares:
    'Recalcula toda la cadena y la compara con los votos, los registros y las preguntas que están guardados.',
  verified: 'todo lo guardado coincide con ellos',
  printed: 'Compárela con la que está impresa en los informes y en el borrador del acta.',
};

/** Audit log of a joint's billing, for the page. */
export const billingTrail: Trail = {
  name: 'Registro de actos',
  list: listBillingActs,
  check: checkBillingActs,
  report: billingActsReport,
  compares: 'Recalcula toda la cadena: un acto que se haya cambiado, quitado o agregado después la rompe.',
  verified: 'ninguno fue cambiado',
  printed: 'Compárela con la que está impresa en los informes de facturación.',
};
