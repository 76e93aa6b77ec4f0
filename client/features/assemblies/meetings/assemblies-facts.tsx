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

/** Read-only list of the data of an assembly. */
export function AssemblyFacts({ assembly, meeting = null }: Props) {
  const { recordingUrl } = assembly;
  return (
    <dl className={styles.facts}>
      <Fact name="Clase">{assemblyKindNames[assembly.kind]}</Fact>
      <Fact name="Modalidad">{modeNames[assembly.mode]}</Fact>
      <Fact name="Convocatoria">{callNames[assembly.call]}</Fact>
      <Fact name="Fecha y hora">{assembly.scheduledAt && invitedFor(assembly.scheduledAt)}</Fact>
      <Fact name="Lugar">{assembly.place}</Fact>
      <Fact name="Quién convoca">
        {[
          meetingFactText('convener', assembly.convener),
          meetingFactText('conveningUnits', assembly.conveningUnits),
        ]
          .filter((text) => text !== null)
          .join(': ')}
      </Fact>
      <Fact name="Presidente">{assembly.president}</Fact>
      <Fact name="Secretario">{assembly.secretary}</Fact>
      <Fact name="Grabación">
        {recordingUrl !== null && isWebAddress(recordingUrl) ? (
          <a href={recordingUrl} target="_blank" rel="noreferrer">
            Ver la grabación
          </a>
        ) : (
          recordingUrl
        )}
      </Fact>
      {meeting && (
        <Fact name="Reunión por video">
          {meeting.zoomId}
          {meeting.zoomPassword !== '' && `, clave ${meeting.zoomPassword}`}
        </Fact>
      )}
      <Fact name="Forma de citación" isWide>
        {assembly.notice}
      </Fact>
      <Fact name="Orden del día" isWide>
        {assembly.agenda}
      </Fact>
    </dl>
  );
}

function Fact({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{name}</dt>
      {children ? <dd>{children}</dd> : <dd className={styles.unknown}>Sin indicar</dd>}
    </div>
  );
}
