import { readTrailEnd, type TrailEnd } from '../../platform/audit/trail.repository.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { paperAndBook } from '../../platform/documents/define-report.ts';
import type { ReportLayout } from '../../platform/documents/report-layout.ts';
import type { PageHead } from '../../platform/documents/report-page.ts';
import { type Fact, inBook, textFact } from '../../platform/documents/table.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { JointDirectory } from '../../properties/index.ts';
import { latestPosting } from '../ledger/ledger.repository.ts';

/**
 * Heading printed on each billing report: joint, time of reading, and last audit entry, so that a reader can
 * compare two prints.
 */
export interface BookHeading {
  jointName: string;
  /** Time of reading, epoch ms. */
  madeAt: number;
  /** Last entry of the audit trail of the joint's billing, by number and hash. */
  trail: TrailEnd;
  /** Head of the printed page: the joint's logo, address, contact and interest rate. */
  head?: PageHead;
}

/** Font size (points) for printed tables of billing reports with many columns. */
export const DENSE = 7.5;

/**
 * Reads the heading of a billing report: joint, time and last audit entry, from the same snapshot as the
 * report.
 * @throws Problem jointNotFound; monthNotFound for a joint without books
 */
export async function readHeading(trx: Db, jointId: number): Promise<BookHeading> {
  const { jointName } = await requireJoint(new JointDirectory(trx), jointId);
  if ((await latestPosting(trx, jointId)) === null) throw new Problem('monthNotFound');
  return {
    jointName,
    madeAt: Date.now(),
    trail: await readTrailEnd(trx, billingChain(jointId)),
  };
}

/**
 * Returns the name of the joint, and the unit if any, as facts at the top of a report's spreadsheet. The
 * printed page shows both in the heading.
 */
export const bookFacts = ({ jointName }: BookHeading, unit?: string): Fact[] =>
  inBook([textFact('Copropiedad', jointName), ...(unit === undefined ? [] : [textFact('Inmueble', unit)])]);

/**
 * Builds both formats (PDF and spreadsheet) of a report about a unit. The file name ends with the unit:
 * 'Certificado de Deuda Inmueble 101'.
 * @param layout turns the data read into the report's contents
 */
export const ofUnit = <R>(layout: (reading: R) => ReportLayout) =>
  paperAndBook((reading: R, { params }: { params: { apartmentId: string } }) => {
    const described = layout(reading);
    return { ...described, name: `${described.title} Inmueble ${params.apartmentId}` };
  });
