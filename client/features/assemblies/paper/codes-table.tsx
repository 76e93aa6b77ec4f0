import { useDeferredValue, useState } from 'react';
import { groupedCode } from '../../../../shared/assemblies/code.ts';
import type { JointCode } from '../../../../shared/assemblies/codes.api.ts';
import { dateTime } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { matches } from '../../../ui/fields/search.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Table } from '../../../ui/table.tsx';
import { CodeActs } from './code-acts.tsx';
import styles from './codes.module.css';
import type { Printing } from './use-print.ts';

interface Props {
  jointId: number;
  codes: readonly JointCode[];
  unitIds: ReadonlySet<string>;
  printing: Printing;
}

const kinds = [
  { id: 'all', label: 'Todos' },
  { id: 'badges', label: 'Escarapelas' },
  { id: 'cards', label: 'Tarjetas' },
  { id: 'held', label: 'Con inmuebles registrados' },
] as const;
type Kind = (typeof kinds)[number]['id'];

/** Every code that stands, to be found by its letters, its unit or what it holds. */
export function CodesTable({ jointId, codes, unitIds, printing }: Props) {
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const search = useDeferredValue(typed);
  const rows = codes.filter((code) => isOfKind(code, kind) && matches(wordsOf(code), search));
  return (
    <Card title="Códigos emitidos">
      <div className={styles.filters}>
        <TextField
          label="Buscar por código o inmueble"
          value={typed}
          onChange={setTyped}
          autoCapitalize="none"
        />
        <Select label="Mostrar" items={kinds} value={kind} onChange={setKind} placeholder="Todos" />
      </div>
      <Table
        key={`${kind} ${search}`}
        label="Códigos emitidos"
        columns={[
          {
            id: 'code',
            header: 'Código',
            cell: ({ code }) => <span className={styles.code}>{groupedCode(code)}</span>,
          },
          { id: 'of', header: 'De', cell: (code) => <Owner code={code} unitIds={unitIds} /> },
          {
            id: 'holds',
            header: 'Tiene registrados',
            cell: ({ apartments }) => (
              <span className={styles.units}>{apartments.join(', ') || 'Ninguno'}</span>
            ),
          },
          { id: 'lot', header: 'Emitido', cell: ({ lot }) => dateTime(lot) },
          {
            id: 'acts',
            header: 'Acciones',
            cell: (code) => <CodeActs jointId={jointId} code={code} unitIds={unitIds} printing={printing} />,
          },
        ]}
        rows={rows}
        rowKey={({ code }) => code}
        empty={codes.length === 0 ? 'No hay códigos emitidos.' : 'Ningún código coincide con la búsqueda.'}
        pageSize={25}
      />
    </Card>
  );
}

function Owner({ code: { badgeOf }, unitIds }: { code: JointCode; unitIds: ReadonlySet<string> }) {
  if (badgeOf === null) return <>Tarjeta</>;
  return (
    <span className={styles.units}>{unitIds.has(badgeOf) ? badgeOf : `${badgeOf} (fuera de la tabla)`}</span>
  );
}

function isOfKind({ badgeOf, apartments }: JointCode, kind: Kind): boolean {
  if (kind === 'badges') return badgeOf !== null;
  if (kind === 'cards') return badgeOf === null;
  return kind === 'all' || apartments.length > 0;
}

/** What a code is found by: with and without its groups, its unit, the units it holds. */
const wordsOf = ({ code, badgeOf, apartments }: JointCode): string =>
  [code, groupedCode(code), badgeOf ?? 'Tarjeta', ...apartments].join(' ');
