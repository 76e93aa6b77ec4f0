import {
  actaDraft,
  assistanceReport,
  contingencyReport,
  debtorsListReport,
  noticeReport,
  powersReport,
  voteReport,
} from '../../shared/assemblies/reports.api.ts';
import { expedienteReport } from '../../shared/evidence/evidence.api.ts';
import { type ReportRoute, report } from '../platform/queue/report-route.ts';
import { checkActaSubject, checkExpedienteSubject, checkSubject } from './reports/subject.ts';

/**
 * Routes of all assembly documents (attendance, votes, acta …), each with an access check. The code of a
 * document is loaded at the first request.
 */
export const assembliesReports: readonly ReportRoute[] = [
  report(assistanceReport, () => import('./reports/attendance.report.ts'), checkSubject),
  report(voteReport, () => import('./reports/vote.report.ts'), checkSubject),
  report(powersReport, () => import('./reports/powers.report.ts'), checkSubject),
  report(debtorsListReport, () => import('./reports/debtors-list.report.ts'), checkSubject),
  report(noticeReport, () => import('./reports/notice.report.ts'), checkSubject),
  report(contingencyReport, () => import('./reports/contingency.report.ts'), checkSubject),
  report(expedienteReport, () => import('./evidence/expediente.report.ts'), checkExpedienteSubject),
  report(actaDraft, () => import('./minutes/acta.report.ts'), checkActaSubject),
];
