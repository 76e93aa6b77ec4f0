import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { counted } from '../../lib/format.ts';
import { Notice } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Whole } from '../../ui/whole.tsx';
import { type ProblemShown, problemsShown } from './problem-kinds.ts';

const problemColumns: Column<ProblemShown>[] = [
  { header: 'Lugar', cell: placeOf },
  { header: 'Columna', cell: (problem) => problem.column ?? '—' },
  { header: 'Tipo', cell: (problem) => (problem.severity === 'error' ? 'Error' : 'Aviso') },
  { header: 'Problema', cell: (problem) => <Message {...problem} /> },
];

/** Text of a problem in a file. Similar warnings can be unfolded below. */
function Message({ message, alike }: ProblemShown) {
  if (alike.length === 0) return <Whole>{message}</Whole>;
  return (
    <>
      <Whole>{message}</Whole>
      <details className="more">
        <summary>Ver {counted(alike.length, 'aviso más', 'avisos más')} de este tipo</summary>
        {alike.map((other) => (
          <p key={`${other.sheet} ${other.row} ${other.message}`}>
            {other.row === null ? '' : `${placeOf(other)}: `}
            <Whole>{other.message}</Whole>
          </p>
        ))}
      </details>
    </>
  );
}

/**
 * Table of the problems in an uploaded file, by row and column of the file, shown in the preview before an
 * import. More than three similar warnings share a row. A notice above the table tells if the file can be
 * imported.
 */
export function ImportProblems({
  problems,
  mend = 'Corríjalos en el archivo y cárguelo de nuevo.',
  isAsked = () => false,
}: {
  /** Errors and warnings of the check. An error blocks the import. */
  problems: readonly ImportProblem[];
  /**
   * Returns true if a question on the screen already shows the problem: the problem is counted, but not listed.
   * Default: always false.
   */
  isAsked?: (problem: ImportProblem) => boolean;
  /** Spanish advice on how to mend the errors, shown above the table. */
  mend?: string;
}) {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  const listed = problems.filter((problem) => !isAsked(problem));
  return (
    <>
      {errors > 0 ? (
        <Notice kind="error" title={`El archivo tiene ${counted(errors, 'error', 'errores')}.`}>
          {mend} No se ha guardado ningún dato.
        </Notice>
      ) : warnings > 0 ? (
        <Notice kind="warning" title={`Hay ${counted(warnings, 'aviso')}.`}>
          Puede importar, pero revíselos antes.
        </Notice>
      ) : (
        <Notice kind="success">El archivo no tiene problemas.</Notice>
      )}
      {listed.length > 0 && (
        <Table
          label="Problemas del archivo"
          columns={problemColumns}
          rows={problemsShown(listed)}
          rowKey={(problem) => problem.at}
          empty="Sin problemas."
        />
      )}
    </>
  );
}

/** Place of a problem in the file: the row, with the sheet if the file has several sheets. */
function placeOf({ sheet, row }: ImportProblem): string {
  if (sheet === undefined) return row === null ? 'Archivo' : `Fila ${row}`;
  return row === null ? `«${sheet}»` : `«${sheet}», fila ${row}`;
}
