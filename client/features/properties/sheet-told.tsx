import type { SheetAccount } from '../../../shared/sheet-account.ts';
import { capitalized, count, counted } from '../../lib/format.ts';
import { type Column, Table } from '../../ui/table.tsx';

type Sheet = SheetAccount['sheets'][number];
/** Part of a sheet (column, rows or whole sheet), with the use of the cells by the import. */
interface SheetPart {
  place: string;
  cells: number;
  fate: string;
}

const columns: Column<SheetPart>[] = [
  { header: 'Lugar', cell: ({ place }) => <span className="anywhere">{place}</span> },
  { header: 'Qué se hizo', cell: ({ fate }) => fate },
  { header: 'Celdas', cell: ({ cells }) => count(cells), align: 'end' },
];

/**
 * Table shown after reading an uploaded spreadsheet: for each column, sheet and group of rows the field read,
 * or the reason for leaving the cells out.
 * @param account count of every cell of the file: read, or skipped with a reason
 */
export function SheetTold({ account }: { account: SheetAccount }) {
  const { cells, read, sheets } = account;
  return (
    <details className="more">
      <summary>
        Qué se leyó: {count(read)} de {counted(cells, 'celda', 'celdas')}
      </summary>
      <Table
        label="Qué se leyó del archivo"
        columns={columns}
        rows={sheets.flatMap((sheet) => toldOf(sheet, sheets.length > 1))}
        rowKey={({ place, fate }) => `${place} ${fate}`}
        empty="El archivo no tiene celdas con datos."
        pageSize={60}
      />
    </details>
  );
}

function toldOf({ name, cells, reason, columns: ofSheet, rows }: Sheet, isOneOfMany: boolean): SheetPart[] {
  const inSheet = isOneOfMany ? `Hoja «${name}», ` : '';
  if (reason !== null) return [{ place: `Hoja «${name}»`, cells, fate: `No se leyó. ${reason}` }];
  const placed = (text: string) => (isOneOfMany ? inSheet + text : capitalized(text));
  return [
    ...ofSheet.map((column) => ({
      place: placed(`columna ${column.letter}${column.header === '' ? '' : ` «${column.header}»`}`),
      cells: column.cells,
      fate: column.as === null ? `No se leyó. ${column.reason ?? ''}` : `Se leyó como ${column.as}.`,
    })),
    ...rows.map((row) => ({
      place: placed(rowsText(row)),
      cells: row.cells,
      fate: `No se leyó. ${row.reason}`,
    })),
  ];
}

function rowsText({ count: all, first }: Sheet['rows'][number]): string {
  const named = first.join(', ');
  if (all === 1) return `fila ${named}`;
  return all === first.length ? `filas ${named}` : `filas ${named} y ${count(all - first.length)} más`;
}
