import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RollUnit } from '../../../../shared/assemblies/roll.api.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { count, formatCoefficientExact } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { Button } from '../../../ui/button.tsx';
import { matches } from '../../../ui/fields/search.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { kindNames } from '../../properties/index.ts';
import { activeQuestion } from '../concept-words.ts';
import { QUORUM_POLL_MS } from '../poll-times.ts';
import { assemblyTexts } from '../texts.ts';
import styles from './roll.module.css';
import { rollQuery } from './roll.queries.ts';
import { RollCorrectionDialog } from './roll-correction.tsx';

/** Enough to be looked through by eye; whoever looks for one unit types its name. */
const PAGE = 15;

const NO_UNITS: readonly RollUnit[] = [];

/** The units of a roll, to be searched and corrected. */
export function RollTable({ jointId, assembly }: { jointId: number; assembly: Assembly }) {
  const client = useQueryClient();
  const { assemblyId } = assembly;
  const query = useQuery(rollQuery(jointId, assemblyId));
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS }).joint;
  const open = live && activeQuestion(live.concepts);
  const [typed, setTyped] = useState('');
  const [isPendingOnly, setPendingOnly] = useState(false);
  const [corrected, setCorrected] = useState<RollUnit | null>(null);

  // What waited for the open question counts from its closing on.
  const openId = open?.conceptId ?? null;
  const before = useRef(openId);
  useEffect(() => {
    if (before.current !== null && openId !== before.current) {
      void client.invalidateQueries({ queryKey: ['roll', jointId] });
    }
    before.current = openId;
  }, [client, jointId, openId]);

  const all = query.data ?? NO_UNITS;
  const rows = useMemo(
    () =>
      all.filter(
        (unit) =>
          (!isPendingOnly || unit.pending !== null) &&
          matches(`${unit.apartmentId} ${unit.owner} ${unit.ownerDocument ?? ''}`, typed),
      ),
    [all, typed, isPendingOnly],
  );
  const waiting = all.filter((unit) => unit.pending !== null).length;
  return (
    <QueryView query={query} failed={assemblyTexts.noInformation}>
      {() => (
        <>
          <TextField
            label="Buscar en el censo"
            type="search"
            value={typed}
            onChange={setTyped}
            placeholder="Inmueble, propietario o documento"
            autoComplete="off"
          />
          <div className={styles.found}>
            <p role="status">
              {rows.length === all.length
                ? `${count(all.length)} inmuebles.`
                : `${count(rows.length)} de ${count(all.length)} inmuebles.`}
            </p>
            {(waiting > 0 || isPendingOnly) && (
              <Button variant="quiet" size="small" onPress={() => setPendingOnly(!isPendingOnly)}>
                {isPendingOnly ? 'Ver todos' : `Ver solo los pendientes (${waiting})`}
              </Button>
            )}
          </div>
          <Table
            // Another search begins at its first page.
            key={`${typed} ${isPendingOnly}`}
            label="Censo"
            columns={[
              { id: 'unit', header: 'Inmueble', cell: (unit) => unit.apartmentId },
              {
                id: 'owner',
                header: 'Propietario',
                cell: (unit) => (
                  <span className={styles.owner}>
                    {unit.owner || 'Sin propietario'}
                    {unit.ownerDocument && <span className={styles.document}>{unit.ownerDocument}</span>}
                  </span>
                ),
              },
              { id: 'kind', header: 'Tipo', cell: (unit) => kindNames[unit.kind] },
              {
                id: 'coefficient',
                header: 'Coeficiente',
                cell: (unit) => formatCoefficientExact(unit.coefficient),
                align: 'end',
              },
              {
                id: 'correct',
                header: 'Corrección',
                cell: (unit) => (
                  <span className={styles.correct}>
                    {unit.pending && <span className={styles.pending}>Pendiente</span>}
                    {assembly.closedAt === null ? (
                      <Button
                        variant="secondary"
                        size="small"
                        onPress={() => setCorrected(unit)}
                        aria-label={`Corregir ${unit.apartmentId}`}
                      >
                        Corregir
                      </Button>
                    ) : (
                      '—'
                    )}
                  </span>
                ),
              },
            ]}
            rows={rows}
            rowKey={(unit) => unit.apartmentId}
            empty={
              all.length === 0 ? assemblyTexts.noUnitsOfJoint : 'Ningún inmueble coincide con la búsqueda.'
            }
            pageSize={PAGE}
          />
          {corrected && (
            <RollCorrectionDialog
              key={corrected.apartmentId}
              jointId={jointId}
              unit={corrected}
              open={open ?? null}
              onClose={() => setCorrected(null)}
            />
          )}
        </>
      )}
    </QueryView>
  );
}
