import type { ImportReport } from '../../../shared/properties/apartments.api.ts';
import { count, formatCoefficientExact, units } from '../../lib/format.ts';
import { Button, Notice, Stack } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Whole } from '../../ui/whole.tsx';

type Changes = NonNullable<ImportReport['changes']>;

interface Changed {
  apartmentId: string;
  before: string;
  after: string;
}

const changed: Column<Changed>[] = [
  { header: 'Inmueble', cell: ({ apartmentId }) => apartmentId },
  { header: 'Antes', cell: ({ before }) => <span className="anywhere">{before || '—'}</span> },
  {
    header: 'En el archivo',
    cell: ({ after }) => <span className="anywhere">{after || '—'}</span>,
  },
];

/**
 * Preview of an uploaded table of units compared with the stored units: added, removed and renamed units, and
 * changed coefficients and owners.
 * @param changes ids of added units, renamed units, and changed coefficients and owners
 */
export function UnitsChanges({
  changes: { added, renamed, coefficients, owners },
  missing,
  onKeepNames,
}: {
  changes: Changes;
  /** Stored units missing in the file. Null while some rows of the file cannot be read. */
  missing: readonly string[] | null;
  /** Called with true to keep the stored names of units that seem renamed, with false to treat the units as new. */
  onKeepNames: (keepNames: boolean) => void;
}) {
  const spelt = renamed.filter(({ before, apartmentId, isKept }) => isKept && sameSigns(before, apartmentId));
  const others = renamed.filter((one) => !spelt.includes(one));
  const gone = missing ?? [];
  const isSame = [added, renamed, coefficients, owners, gone].every((list) => list.length === 0);
  if (isSame) {
    return (
      missing && <Notice kind="success">El archivo no cambia inmuebles, propietarios ni coeficientes.</Notice>
    );
  }
  return (
    <section className="stack-4" aria-label="Qué cambia">
      <h3>Qué cambia</h3>
      {added.length > 0 && (
        <Notice title={`${added.length === 1 ? 'Se agrega' : 'Se agregan'} ${units(added.length)}:`}>
          <Names names={added} />
        </Notice>
      )}
      {gone.length > 0 && (
        <Notice
          kind="warning"
          title={`${gone.length === 1 ? 'Se retirará' : 'Se retirarán'} ${units(gone.length)} que el archivo ya no nombra:`}
        >
          <Names names={gone} />
        </Notice>
      )}
      {others.length > 0 && <SeemRenamed renamed={others} onKeepNames={onKeepNames} />}
      {spelt.length > 0 && (
        <Notice
          title={`${units(spelt.length)} ${spelt.length === 1 ? 'conserva' : 'conservan'} su nombre, que el archivo escribe de otra manera:`}
        >
          <Names names={spelt.map(({ before, apartmentId }) => `${apartmentId} es ${before}`)} />
        </Notice>
      )}
      {coefficients.length > 0 && (
        <Differences
          title={`Cambian de coeficiente: ${count(coefficients.length)}`}
          rows={coefficients.map(({ apartmentId, before, after }) => ({
            apartmentId,
            before: formatCoefficientExact(before),
            after: formatCoefficientExact(after),
          }))}
        />
      )}
      {owners.length > 0 && (
        <Differences title={`Cambian de propietario: ${count(owners.length)}`} rows={owners} />
      )}
    </section>
  );
}

function SeemRenamed({
  renamed,
  onKeepNames,
}: {
  renamed: Changes['renamed'];
  onKeepNames: (keepNames: boolean) => void;
}) {
  return (
    <Notice
      kind="warning"
      title={`${units(renamed.length)} ${renamed.length === 1 ? 'parece' : 'parecen'} tener otro nombre:`}
    >
      <p>El propietario y el coeficiente son los mismos.</p>
      <Names names={renamed.map(({ before, apartmentId }) => `${before} → ${apartmentId}`)} />
      <Stack row>
        {renamed.every(({ isKept }) => isKept) ? (
          <>
            <p>Se conserva el nombre de antes, con sus cuentas y enlaces.</p>
            <Button variant="secondary" onPress={() => onKeepNames(false)}>
              Son otros inmuebles
            </Button>
          </>
        ) : (
          <Button variant="secondary" onPress={() => onKeepNames(true)}>
            Son los mismos: conservar el nombre de antes
          </Button>
        )}
      </Stack>
    </Notice>
  );
}

const sameSigns = (a: string, b: string): boolean => comparableId(a) === comparableId(b);
const comparableId = (id: string): string =>
  id
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/0/g, '')
    .toUpperCase();

function Differences({ title, rows }: { title: string; rows: readonly Changed[] }) {
  return (
    <details className="more" open={rows.length <= 10}>
      <summary>{title}</summary>
      <Table
        label={title}
        columns={changed}
        rows={rows}
        rowKey={({ apartmentId }) => apartmentId}
        pageSize={20}
      />
    </details>
  );
}

/**
 * Number of unit names shown before the button 'Ver los demás', because a file of another joint would list every
 * unit.
 */
const MOST_LISTED = 24;

function Names({ names }: { names: readonly string[] }) {
  const rest = names.slice(MOST_LISTED);
  return (
    <>
      <p>
        <Whole>{names.slice(0, MOST_LISTED).join(', ')}</Whole>
        {rest.length > 0 && ` y ${units(rest.length)} más`}.
      </p>
      {rest.length > 0 && (
        <details className="more">
          <summary>Ver los demás</summary>
          <p>
            <Whole>{rest.join(', ')}</Whole>
          </p>
        </details>
      )}
    </>
  );
}
