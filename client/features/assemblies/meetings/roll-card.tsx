import { useState } from 'react';
import type { Assembly, Joint } from '../../../../shared/properties/joints.api.ts';
import { formatCoefficientExact, units } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QUORUM_POLL_MS } from '../poll-times.ts';
import styles from '../roll/roll.module.css';
import { CorrectionsTable } from '../roll/roll-corrections.tsx';
import { RollTable } from '../roll/roll-table.tsx';
import { AssemblyPlace } from './assemblies-place.tsx';

interface Props {
  joint: Joint;
  assembly: Assembly;
}

/** The roll of the current assembly, which stands still but for what is corrected on it, and that. */
export function RollCard({ joint, assembly }: Props) {
  const [isShown, setShown] = useState(false);
  const [placeId, setPlaceId] = useState(joint.jointId);
  // The sum is the server's own: nothing is added up here.
  const total = useLiveJoint(placeId, { pollMs: QUORUM_POLL_MS }).joint?.total;
  return (
    <Card
      title="Censo de la asamblea"
      actions={
        <Button variant="secondary" size="small" onPress={() => setShown(!isShown)} aria-expanded={isShown}>
          {isShown ? 'Ocultar' : assembly.closedAt === null ? 'Ver y corregir' : 'Ver'}
        </Button>
      }
    >
      <p>
        {total && (
          <strong className={styles.figures}>
            {units(total.apartments)}, suma de coeficientes {formatCoefficientExact(total.coefficient)}.
          </strong>
        )}{' '}
        {assembly.openedAt === null
          ? 'Mientras la asamblea está en preparación, sigue a la tabla de inmuebles.'
          : 'Es la tabla de inmuebles como estaba al abrir la asamblea. Solo cambia con una corrección, que queda registrada con quién, cuándo y por qué, y cuenta desde la pregunta siguiente.'}
      </p>
      {isShown && (
        <>
          <AssemblyPlace joint={joint} value={placeId} onChange={setPlaceId} />
          <RollTable key={placeId} jointId={placeId} assembly={assembly} />
          <h3 className={styles.heading}>Correcciones</h3>
          <CorrectionsTable jointId={placeId} assemblyId={assembly.assemblyId} />
        </>
      )}
    </Card>
  );
}
