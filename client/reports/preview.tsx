import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '../../shared/api.ts';
import { type ReportPreview as Preview, previewReport } from '../../shared/reports/jobs.api.ts';
import type { CallInput } from '../lib/api.ts';
import { dateTime } from '../lib/format.ts';
import { freshOf } from '../lib/query.ts';
import { reportPath } from '../lib/report-job.ts';
import { Figures } from '../ui/figures.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { type Column, Table } from '../ui/table.tsx';
import styles from './preview.module.css';

interface Props<E extends Endpoint> {
  report: E;
  input: Pick<CallInput<E>, 'params' | 'query'>;
}

/** Preview of a report on the screen, with the same figures and tables as the file. */
export function ReportPreview<E extends Endpoint>({ report, input }: Props<E>) {
  const path = reportPath(report, input);
  const query = useQuery(freshOf(['report-preview', path], previewReport, { query: { path } }));
  return (
    <section className={`stack-4 ${styles.preview}`} aria-label="Vista previa" aria-busy={query.isPending}>
      <QueryView query={query}>{(preview) => <PreviewBody preview={preview} />}</QueryView>
    </section>
  );
}

function PreviewBody({ preview: { facts, tables, madeAt } }: { preview: Preview }) {
  return (
    <>
      <Figures
        items={facts.map(({ label, value }) => [label, value] as const)}
        className={`wrap ${styles.facts}`}
      />
      {tables.filter(hasWords).map((table) => (
        <PreviewTable key={table.name} table={table} />
      ))}
      <p className="soft">Vista previa del {dateTime(madeAt)}.</p>
    </>
  );
}

type ReportTable = Preview['tables'][number];

/** True if a report table has rows, or a message for a table without rows. */
const hasWords = ({ rows, empty }: ReportTable): boolean => rows.length > 0 || empty !== '';

interface PreviewRow {
  at: number;
  cells: ReportTable['rows'][number];
}

/** Number of columns shown at first for a row on a phone, including the last column, usually the total. */
const SHOWN_COLUMNS = 2;

/** True for a document number, unit or day: a short text not to be broken over two lines. */
const isNumber = (text: string): boolean => /^[\w./:-]{1,14}$/.test(text) && /\d/.test(text);

/** Texts that count as an empty cell: the dash for a zero figure, and no text. */
const EMPTY_TEXTS: readonly string[] = ['–', ''];

function PreviewTable({ table: { name, columns, rows, totals, empty } }: { table: ReportTable }) {
  const isWide = columns.length > 4;
  const last = columns.length - 1;
  // Skips columns that are empty in every row, so the others fit.
  const isUsed = (at: number) =>
    at === last || rows.length === 0 || rows.some((row) => !EMPTY_TEXTS.includes(row[at]?.text ?? ''));
  const shown = columns.map(
    ({ title, isFigure }, at): Column<PreviewRow> => ({
      header: title,
      cell: ({ cells }) => (
        <span
          className={isFigure ? undefined : isNumber(cells[at]?.text ?? '') ? styles.number : styles.text}
        >
          {cells[at]?.text}
          {cells[at]?.small && (
            <span className={`faint block regular ${styles.small}`}>{cells[at].small}</span>
          )}
        </span>
      ),
      align: isFigure ? 'end' : 'start',
      isDetail: isWide && at >= SHOWN_COLUMNS && at !== last,
      total: totals?.[at],
    }),
  );
  return (
    <div className="stack-3">
      <h2 className={styles.name}>{name}</h2>
      <Table
        label={name}
        columns={shown.filter((_, at) => isUsed(at))}
        rows={rows.map((cells, at) => ({ at, cells }))}
        rowKey={({ at }) => at}
        empty={empty}
        pageSize={30}
        isDense={isWide}
      />
    </div>
  );
}
