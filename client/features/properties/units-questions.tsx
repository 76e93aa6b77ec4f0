import { type ApartmentKind, apartmentKindNames } from '../../../shared/properties/apartment-kinds.ts';
import type { ImportReport } from '../../../shared/properties/apartments.api.ts';
import {
  type UnitsReading,
  unitColumnRoles,
  unitColumnWords,
} from '../../../shared/properties/units-reading.ts';
import { counted, formatCoefficientExact } from '../../lib/format.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Notice } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { SheetQuestions } from './sheet-questions.tsx';
import { TowerShares } from './tower-shares.tsx';

interface Props {
  report: ImportReport;
  reading: UnitsReading;
  onSay: (reading: UnitsReading) => void;
}

/**
 * Questions to the user about an uploaded table of units before the table is stored.
 * @param props result of reading the file, choices of the user, and the function for changed choices
 */
export function UnitsQuestions(props: Props) {
  const { report, reading, onSay } = props;
  const { tables, problems, headerRow } = report;
  const byHand = new Map(reading.columns?.map(({ column, role }) => [column, role]));
  return (
    <SheetQuestions
      tables={{
        title: (all) => `El archivo tiene ${counted(all, 'tabla', 'tablas')} de inmuebles.`,
        question: '¿Son partes de la misma copropiedad, o se lee una sola?',
        all: tables,
        problems,
      }}
      columns={{
        note: 'Lo que usted diga vale para este archivo, y se propone en los siguientes con los mismos títulos.',
        headerRow,
        isOpen: byHand.size > 0 || problems.some(({ code }) => COLUMN_CODES.includes(code)),
        columns: report.columns.map((column) => ({
          ...column,
          role: byHand.get(column.column) ?? column.role,
          isKnown: column.by === 'before',
        })),
        roles: roleOptions,
        onChange: (column, role) => {
          const columns = [...byHand.set(column, role)].map(([at, one]) => ({ column: at, role: one }));
          onSay({ ...reading, columns });
        },
      }}
      onChange={(change) => onSay({ ...reading, ...change })}
    >
      <Towers {...props} />
      <TowerShares {...props} />
      <Kinds {...props} />
    </SheetQuestions>
  );
}

function Towers({ report: { towers }, reading, onSay }: Props) {
  if (towers === null) return null;
  return (
    <Checkbox isSelected={towers === 'filled'} onChange={(fillTowers) => onSay({ ...reading, fillTowers })}>
      Repetir la torre hacia abajo, donde está escrita una sola vez
    </Checkbox>
  );
}

const kindOptions = Object.entries(apartmentKindNames).map(([id, label]) => ({
  id: id as ApartmentKind,
  label,
}));

type AskedUnitRow = ImportReport['rows'][number];

/**
 * Question about the kind of units that may not be dwellings: read as dwellings, the units would vote in questions
 * decided per unit.
 */
function Kinds({ report: { rows, doubtful }, reading, onSay }: Props) {
  const kinds = new Map(reading.kinds?.map(({ apartmentId, kind }) => [apartmentId, kind]));
  const towersToAsk = new Set([...doubtful, ...kinds.keys()]);
  const units = rows.filter(({ apartmentId }) => towersToAsk.has(apartmentId));
  if (units.length === 0) return null;
  const say = (ids: readonly string[], kind: ApartmentKind) => {
    const next = new Map([...kinds, ...ids.map((id) => [id, kind] as const)]);
    onSay({ ...reading, kinds: [...next].map(([apartmentId, one]) => ({ apartmentId, kind: one })) });
  };
  const columns: Column<AskedUnitRow>[] = [
    { header: 'Inmueble', cell: ({ apartmentId }) => apartmentId },
    { header: 'Propietario', cell: ({ owner }) => owner || '—' },
    {
      header: 'Coeficiente',
      cell: ({ coefficient }) => formatCoefficientExact(coefficient),
      align: 'end',
    },
    {
      header: 'Tipo',
      cell: ({ apartmentId, kind }) => (
        <Select
          label={`Tipo de ${apartmentId}`}
          isLabelHidden
          items={kindOptions}
          value={kinds.get(apartmentId) ?? kind}
          onChange={(chosen) => say([apartmentId], chosen)}
        />
      ),
    },
  ];
  const [first] = kinds.size === towersToAsk.size ? new Set(kinds.values()) : [];
  return (
    <Notice kind={doubtful.length > 0 ? 'warning' : 'info'} title="¿Son viviendas?">
      <p>
        El archivo no dice con claridad qué son. Las viviendas tienen un voto en las preguntas que se deciden
        por inmueble; un parqueadero o depósito que va con una vivienda no tiene otro.
      </p>
      {units.length > 1 && (
        <Select
          label={`Los ${units.length} son`}
          items={kindOptions}
          value={first !== undefined && new Set(kinds.values()).size === 1 ? first : null}
          onChange={(kind) =>
            say(
              units.map(({ apartmentId }) => apartmentId),
              kind,
            )
          }
          placeholder="Elija el tipo de todos, o el de cada uno abajo"
        />
      )}
      <Table
        label="Inmuebles por aclarar"
        columns={columns}
        rows={units}
        rowKey={({ apartmentId }) => apartmentId}
        pageSize={10}
      />
    </Notice>
  );
}

const roleOptions = unitColumnRoles.map((id) => ({ id, label: unitColumnWords[id] }));
/** Error codes about the columns of a file; the columns are then shown open, for a check by the person. */
const COLUMN_CODES = [
  'headerMissing',
  'columnsMissing',
  'columnsIgnored',
  'otherCoefficients',
  'ownerColumnMissing',
];
