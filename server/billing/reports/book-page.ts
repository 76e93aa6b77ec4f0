import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import { toPesos } from '../../../shared/money.ts';
import { reportPage } from '../../platform/documents/report-page.ts';
import {
  factSheet,
  type WorkbookFact,
  type WorkbookSheet,
  workbookFile,
} from '../../platform/documents/workbook.ts';
import { type BookFact, factWords } from './facts.ts';
import type { BookHeading } from './heading.ts';

interface BookReport {
  /** 'Cartera por Edades' */
  title: string;
  heading: BookHeading;
  /** What it is of, where it is not of the whole joint: the unit and its owner. */
  subject?: string;
  facts: readonly BookFact[];
}

/** Sizes of letters for tables of many columns. */
export const DENSE = 7.5;

/** A report of billing on paper. */
export function bookPage(
  { title, heading, subject, facts }: BookReport,
  { orientation, content }: { orientation: 'portrait' | 'landscape'; content: Content[] },
): TDocumentDefinitions {
  return reportPage({
    title,
    ...heading,
    ...(subject !== undefined && { subject }),
    facts: facts.map((fact) => ({ label: fact.label, value: factWords(fact) })),
    orientation,
    content,
  });
}

/** The same as a workbook: its tables, and its figures with where they come from on the last sheet. */
export function bookWorkbook(
  name: string,
  { title, heading, subject, facts }: BookReport,
  tables: readonly WorkbookSheet[],
): Promise<FileAnswer> {
  const { jointName, madeAt, trail } = heading;
  const about = subject === undefined ? jointName : `${jointName} · ${subject}`;
  return workbookFile(name, { title, subject: about }, [
    ...tables,
    factSheet('Resumen', [
      { label: 'Copropiedad', kind: 'text', value: jointName },
      ...(subject === undefined ? [] : [{ label: 'Inmueble', kind: 'text', value: subject } as const]),
      ...facts.map(
        (fact): WorkbookFact => (fact.kind === 'money' ? { ...fact, value: toPesos(fact.value) } : fact),
      ),
      { label: 'Informe generado', kind: 'instant', value: madeAt },
      { label: 'Registros de la auditoría', kind: 'count', value: trail.entries },
      { label: 'Último hash de la auditoría', kind: 'text', value: trail.lastHash },
    ]),
  ]);
}
