import { actWords } from '../../shared/audit/act-words.ts';
import { type AuditRecord, auditReport, billingActsReport } from '../../shared/audit/audit.api.ts';
import { count } from '../../shared/format.ts';
import type { EntryFormatters } from '../platform/audit/entry-words.ts';
import type { Db } from '../platform/db/engine.ts';
import { defineReport, paperAndBook } from '../platform/documents/define-report.ts';
import { fileNameOf } from '../platform/documents/file-name.ts';
import { type ReportLayout, table } from '../platform/documents/report-layout.ts';
import { Problem } from '../platform/http/problem.ts';
import type { ReportInput } from '../platform/queue/tasks.ts';
import { JointDirectory } from '../properties/index.ts';
import { chainOf, readTrail, type Trail, type TrailLine, type TrailQuery } from './audit.service.ts';

type TrailInput = ReportInput<{ jointId: number }, TrailQuery & { xlsx?: boolean; jsonl?: boolean }>;

interface TrailReading {
  title: string;
  name: string;
  jointName: string;
  /** Entries of the audit trail, oldest first: reading order and hashing order. */
  entries: AuditRecord[];
  rows: TrailLine[];
}

/**
 * Report of a joint's audit trail as a file: PDF or Excel for reading, or JSON lines with the hashed fields in chain
 * order, for anybody to recompute the chain (docs/why/audit.md).
 */
const trailReport = (formatters: EntryFormatters, trail: Trail, title: string) => ({
  read: async (trx: Db, { params: { jointId }, query }: TrailInput): Promise<TrailReading> => {
    const directory = new JointDirectory(trx);
    const place = await directory.find(jointId);
    // Sectors share the assemblies of the joint, and have separate books.
    const of = trail === 'billing' ? place : place && (await directory.find(place.rootId));
    if (of === undefined) throw new Problem('jointNotFound');
    const { entries, rows } = await readTrail(trx, formatters, chainOf(trail, of.jointId), query, true);
    const { jointName } = of;
    return {
      title,
      name: `${title} ${jointName}`,
      jointName,
      entries: entries.reverse(),
      rows: rows.reverse(),
    };
  },
  formats: {
    ...paperAndBook(trailLayout),
    jsonl: ({ name, rows }: TrailReading) => ({
      name: fileNameOf(name, 'jsonl'),
      mediaType: 'application/x-ndjson',
      bytes: new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    }),
  },
});

/** Layout of audit entries for reading, oldest first. The hashed fields are in the JSON file. */
const trailLayout = ({ title, name, jointName, entries }: TrailReading): ReportLayout => ({
  title,
  name,
  heading: { jointName, madeAt: Date.now() },
  orientation: 'landscape',
  factsOn: null,
  parts: [
    table<AuditRecord>({
      name: 'Auditoría',
      title: `Actos (${count(entries.length)})`,
      rows: entries,
      empty: 'No hay actos con ese filtro.',
      size: 8,
      columns: [
        { title: 'N.º', kind: 'count', width: 30, value: ({ seq }) => seq },
        { title: 'Fecha y hora', kind: 'instant', width: 72, value: ({ at }) => Date.parse(at) },
        { title: 'Quién', kind: 'text', width: 100, value: ({ actor }) => actor },
        { title: 'Acto', kind: 'text', width: 90, value: ({ act }) => actWords[act] ?? act },
        {
          title: 'Qué se hizo',
          kind: 'text',
          width: 340,
          value: ({ what }) => what,
          small: ({ hash }) => hash ?? '',
        },
        { title: 'Huella', kind: 'text', value: ({ hash }) => hash ?? '' },
      ],
    }),
  ],
});

/**
 * Returns the maker of the report 'Registro de Actos de Facturación': all audit entries of a joint's
 * billing.
 * @param formatters functions to write entries as Spanish sentences
 */
export const makeBillingActs = (formatters: EntryFormatters) =>
  defineReport(billingActsReport, trailReport(formatters, 'billing', 'Registro de Actos de Facturación'));
/**
 * Returns the maker of the report 'Registro de Auditoría': all audit entries of a joint's assemblies.
 * @param formatters functions to write entries as Spanish sentences
 */
export const makeAudit = (formatters: EntryFormatters) =>
  defineReport(auditReport, trailReport(formatters, 'assemblies', 'Registro de Auditoría'));
