import type { Day } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { pdfFile } from '../../platform/documents/pdf-file.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ReportMaker } from '../../platform/queue/tasks.ts';
import { accountOfUnit } from '../ledger/accounts.repository.ts';
import { accountBalancePdf, accountBalanceWorkbook, readAccountReport } from './account-balance.ts';
import {
  clearancePdf,
  clearanceWorkbook,
  debtCertificatePdf,
  debtCertificateWorkbook,
} from './certificates.ts';
import { readClearance, readDebtCertificate } from './read-certificate.ts';

type OfUnit<K extends string> = { kind: K; format: 'pdf' | 'xlsx'; jointId: number; apartmentId: string };

export type UnitReportTask =
  | (OfUnit<'accountBalance'> & { own?: boolean; date?: Day })
  | OfUnit<'debtCertificate'>
  | OfUnit<'clearance'>;

type Maker<K extends UnitReportTask['kind']> = ReportMaker<Extract<UnitReportTask, { kind: K }>>;

/** 'Estado de Cuenta Inmueble 101'. */
export const makeAccountBalance: Maker<'accountBalance'> = async (db, task, progress) => {
  const report = await readAccountReport(db, { ...task, account: await accountOf(db, task) });
  progress(1, 2);
  const name = `Estado de Cuenta Inmueble ${task.apartmentId}`;
  if (task.format === 'xlsx') return accountBalanceWorkbook(name, report);
  return pdfFile(name, accountBalancePdf(report), progress);
};

/** 'Certificado de Deuda Inmueble 101'. */
export const makeDebtCertificate: Maker<'debtCertificate'> = async (db, task, progress) => {
  const certificate = await readDebtCertificate(db, task);
  const name = `Certificado de Deuda Inmueble ${task.apartmentId}`;
  if (task.format === 'xlsx') return debtCertificateWorkbook(name, certificate);
  return pdfFile(name, debtCertificatePdf(certificate), progress);
};

/** 'Paz y Salvo Inmueble 101'. */
export const makeClearance: Maker<'clearance'> = async (db, task, progress) => {
  const clearance = await readClearance(db, task);
  const name = `Paz y Salvo Inmueble ${task.apartmentId}`;
  if (task.format === 'xlsx') return clearanceWorkbook(name, clearance);
  return pdfFile(name, clearancePdf(clearance), progress);
};

/** @throws Problem apartmentNotFound */
async function accountOf(
  db: Db,
  of: { jointId: number; apartmentId: string; own?: boolean },
): Promise<string> {
  const account = await accountOfUnit(db, of.jointId, of.apartmentId);
  if (account === undefined) throw new Problem('apartmentNotFound');
  return of.own === true ? of.apartmentId : account;
}
