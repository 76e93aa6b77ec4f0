import { useState } from 'react';
import { groupedCode, readScan } from '../../../../shared/assemblies/code.ts';
import { type JointCode, makeBadges, revokeCode } from '../../../../shared/assemblies/codes.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { call } from '../../../lib/api.ts';
import { dateTime } from '../../../lib/format.ts';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { useSearch } from '../../../ui/fields/search.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Card, RowButton } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { Table } from '../../../ui/table.tsx';
import { jointCodeOf } from '../common/joint-code.ts';
import { assemblyTexts } from '../common/texts.ts';
import styles from './codes.module.css';
import { useRefreshCodes } from './codes.queries.ts';
import type { Printing } from './use-print.ts';

interface Props {
  jointId: number;
  codes: readonly JointCode[];
  unitIds: ReadonlySet<string>;
  printing: Printing;
}

const codeKinds = [
  { id: 'all', label: 'Todos' },
  { id: 'badges', label: 'Escarapelas' },
  { id: 'cards', label: 'Tarjetas' },
  { id: 'held', label: 'Con inmuebles registrados' },
] as const;
type CodeKind = (typeof codeKinds)[number]['id'];

/**
 * Table of a joint's valid codes (cards and badges) on the operator's page, searchable by code, unit and registered
 * units.
 * @param unitIds ids of the joint's units: a badge of a removed unit is marked
 * @param printing state and functions of the printing, from `usePrint`
 */
export function CodesTable({ jointId, codes, unitIds, printing }: Props) {
  const [kind, setKind] = useState<CodeKind>('all');
  const { field, search, found } = useSearch(codes, searchText);
  const scan = readScan(search);
  const exact = scan && jointCodeOf(codes, scan.code);
  return (
    <Card title="Códigos emitidos">
      <div className={`grid-4 ${styles.filters}`}>
        <TextField label="Buscar por código o inmueble" {...field} autoCapitalize="none" />
        <Select label="Mostrar" items={codeKinds} value={kind} onChange={setKind} />
      </div>
      <Table
        key={`${kind} ${search}`}
        label="Códigos emitidos"
        columns={[
          {
            header: 'Código',
            cell: ({ code }) => <span className={styles.code}>{groupedCode(code)}</span>,
          },
          { header: 'De', cell: (code) => <Owner code={code} unitIds={unitIds} /> },
          {
            header: 'Tiene registrados',
            cell: ({ apartments }) => <span className="anywhere">{apartments.join(', ') || 'Ninguno'}</span>,
          },
          { header: 'Emitido', cell: ({ lot }) => dateTime(lot) },
          {
            header: 'Acciones',
            cell: (code) => <CodeActs jointId={jointId} code={code} unitIds={unitIds} printing={printing} />,
          },
        ]}
        rows={(exact ? [exact] : found).filter((code) => isOfKind(code, kind))}
        rowKey={({ codeId }) => codeId}
        empty={codes.length === 0 ? 'No hay códigos emitidos.' : 'Ningún código coincide con la búsqueda.'}
        pageSize={25}
      />
    </Card>
  );
}

/** Maximum length of a unit's number shown without line breaks, in characters. */
const SHORT_NUMBER = 14;

function Owner({ code: { badgeOf }, unitIds }: { code: JointCode; unitIds: ReadonlySet<string> }) {
  if (badgeOf === null) return <>Tarjeta</>;
  if (unitIds.has(badgeOf) && badgeOf.length <= SHORT_NUMBER)
    return <span className={styles.unit}>{badgeOf}</span>;
  return (
    <span className="anywhere">{unitIds.has(badgeOf) ? badgeOf : `${badgeOf} (fuera de la tabla)`}</span>
  );
}

function isOfKind({ badgeOf, apartments }: JointCode, kind: CodeKind): boolean {
  if (kind === 'badges') return badgeOf !== null;
  if (kind === 'cards') return badgeOf === null;
  return kind === 'all' || apartments.length > 0;
}

/**
 * Text of a code for the search field: the masked code with and without hyphens, the unit of a badge, and the registered
 * units.
 */
const searchText = ({ code, badgeOf, apartments }: JointCode): string =>
  [code, groupedCode(code), badgeOf ?? 'Tarjeta', ...apartments].join(' ');

interface CodeActsProps {
  jointId: number;
  code: JointCode;
  unitIds: ReadonlySet<string>;
  printing: Printing;
}

/** Buttons for an attendance code: download the QR code, reprint, revoke. */
function CodeActs({
  jointId,
  code: { code, codeId, badgeOf, apartments },
  unitIds,
  printing,
}: CodeActsProps) {
  const [change, setAsked] = useState<'renew' | 'revoke' | null>(null);
  const close = () => setAsked(null);
  const apartmentId = badgeOf ?? '';
  const { renewing, revoking } = useCodeChanges({ jointId, codeId, apartmentId, printing, onDone: close });
  const isPrintable = badgeOf !== null && unitIds.has(badgeOf);
  const name = groupedCode(code);
  return (
    <div className="wrap-2">
      {isPrintable && (
        <>
          <RowButton
            variant="quiet"
            act="Descargar"
            of={name}
            isDisabled={printing.isBusy}
            onPress={() => void printing.print({ what: 'badges', apartmentId })}
          />
          <RowButton
            variant="quiet"
            act="Papeletas"
            of={name}
            isDisabled={printing.isBusy}
            onPress={() => void printing.print({ what: 'votingBadges', of: 'badges', apartmentId })}
          />
          <RowButton variant="quiet" act="Reimprimir" of={name} onPress={() => setAsked('renew')} />
        </>
      )}
      <RowButton variant="quiet" act="Revocar" of={name} onPress={() => setAsked('revoke')} />
      {change === 'renew' && (
        <ReasonDialog
          isOptional
          title={`¿Reimprimir la escarapela de ${apartmentId}?`}
          body="Se crea un código nuevo y el anterior deja de servir. Lo que tenga registrado pasa a la escarapela nueva, con su hora de ingreso y sus votos."
          yes="Reimprimir"
          saving={{ isPending: renewing.isPending }}
          onYes={renewing.mutate}
          onClose={close}
        />
      )}
      {change === 'revoke' && (
        <ReasonDialog
          isOptional
          title={`¿Revocar el código ${name}?`}
          body={
            apartments.length === 0
              ? 'El código deja de servir para siempre.'
              : `El código deja de servir para siempre. Salen de la asamblea: ${apartments.join(', ')}.`
          }
          yes="Revocar"
          saving={{ isPending: revoking.isPending }}
          onYes={revoking.mutate}
          onClose={close}
        />
      )}
    </div>
  );
}

interface CodeChangesInput {
  jointId: number;
  codeId: string;
  /** Unit of the badge. Empty for a card. */
  apartmentId: string;
  printing: Printing;
  /** Called after each success. */
  onDone: () => void;
}

/** Hook: mutations to renew and print a badge, and to revoke a code. Each takes the reason, empty without one. */
function useCodeChanges({ jointId, codeId, apartmentId, printing, onDone }: CodeChangesInput) {
  const refresh = useRefreshCodes(jointId);
  const renewing = useRequest(
    (reason: string) =>
      call(makeBadges, {
        params: { jointId },
        body: {
          apartmentIds: [apartmentId],
          renew: true,
          ...defined({ reason: reason === '' ? undefined : reason }),
        },
      }),
    {
      done: 'Escarapela renovada. La anterior ya no sirve.',
      next: async () => {
        onDone();
        await Promise.all([refresh(), printing.print({ what: 'badges', apartmentId })]);
      },
      failed: assemblyTexts.codeFailed,
    },
  );
  const revoking = useRequest(
    (reason: string) =>
      call(revokeCode, { params: { jointId, code: codeId }, query: reason === '' ? {} : { reason } }),
    { done: 'Código revocado.', next: [onDone, refresh], failed: assemblyTexts.codeFailed },
  );
  return { renewing, revoking };
}
