import type { ReactNode } from 'react';
import { meetingFactText } from '../../../../shared/assemblies/facts/facts.ts';
import { assemblyKindNames, callNames, modeNames } from '../../../../shared/assemblies/words.ts';
import { invitedFor } from '../../../../shared/format.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { isWebAddress } from './assemblies-draft.ts';
import styles from './assemblies-facts.module.css';

interface Props {
  assembly: Assembly;
  /** Video meeting of the current assembly. Null for an archived assembly. */
  meeting?: { zoomId: string; zoomPassword: string } | null;
}

/**
 * List of the facts of an assembly (kind, day, place …) on the operator's page, to read only.
 * @param meeting video meeting; null for an archived assembly
 */
export function AssemblyFacts({ assembly, meeting = null }: Props) {
  const { recordingUrl } = assembly;
  return (
    <dl className={styles.facts}>
      <AssemblyFact name="Clase">{assemblyKindNames[assembly.kind]}</AssemblyFact>
      <AssemblyFact name="Modalidad">{modeNames[assembly.mode]}</AssemblyFact>
      <AssemblyFact name="Convocatoria">{callNames[assembly.call]}</AssemblyFact>
      <AssemblyFact name="Fecha y hora">
        {assembly.scheduledAt && invitedFor(assembly.scheduledAt)}
      </AssemblyFact>
      <AssemblyFact name="Lugar">{assembly.place}</AssemblyFact>
      <AssemblyFact name="Quién convoca">
        {[
          meetingFactText('convener', assembly.convener),
          meetingFactText('conveningUnits', assembly.conveningUnits),
        ]
          .filter((text) => text !== null)
          .join(': ')}
      </AssemblyFact>
      <AssemblyFact name="Presidente">{assembly.president}</AssemblyFact>
      <AssemblyFact name="Secretario">{assembly.secretary}</AssemblyFact>
      <AssemblyFact name="Grabación">
        {recordingUrl !== null && isWebAddress(recordingUrl) ? (
          <a href={recordingUrl} target="_blank" rel="noreferrer">
            Ver la grabación
          </a>
        ) : (
          recordingUrl
        )}
      </AssemblyFact>
      {meeting && (
        <AssemblyFact name="Reunión por video">
          {meeting.zoomId}
          {meeting.zoomPassword !== '' && `, clave ${meeting.zoomPassword}`}
        </AssemblyFact>
      )}
      <AssemblyFact name="Forma de citación" isWide>
        {assembly.notice}
      </AssemblyFact>
      <AssemblyFact name="Orden del día" isWide>
        {assembly.agenda}
      </AssemblyFact>
    </dl>
  );
}

function AssemblyFact({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{name}</dt>
      {children ? <dd>{children}</dd> : <dd className={styles.unknown}>Sin indicar</dd>}
    </div>
  );
}
