import { useState } from 'react';
import { assemblyName } from '../../../../shared/assemblies/assembly-words.ts';
import type { Assembly, Joint } from '../../../../shared/properties/joints.api.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/page.tsx';
import { FamilyNow } from '../family-now.tsx';
import { useAssemblyCourse } from './assemblies-course.tsx';
import styles from './assemblies-current.module.css';
import { draftOf } from './assemblies-draft.ts';
import { EditAssembly } from './assemblies-edit.tsx';
import { AssemblyFacts } from './assemblies-facts.tsx';
import { LawNotes } from './assemblies-law.tsx';
import { AssemblyNow, AssemblyStateLine } from './assemblies-now.tsx';

interface Props {
  joint: Joint;
  assembly: Assembly;
  live: LiveEntry;
  onOpenNext: () => void;
}

/** The current assembly in one look, and what moves it on. */
export function CurrentAssembly({ joint, assembly, live, onOpenNext }: Props) {
  const [isEditing, setEditing] = useState(false);
  const course = useAssemblyCourse(joint);
  const isClosed = assembly.closedAt !== null;
  if (isEditing) {
    return (
      <EditAssembly
        jointId={joint.jointId}
        known={draftOf(assembly, joint.zoomMeeting)}
        isClosed={isClosed}
        onDone={() => setEditing(false)}
      />
    );
  }
  return (
    <Card
      title={assemblyName(assembly)}
      actions={
        <Button variant="secondary" size="small" onPress={() => setEditing(true)}>
          Editar datos
        </Button>
      }
    >
      <AssemblyStateLine assembly={assembly} />
      {!isClosed && <AssemblyNow live={live} />}
      {!isClosed && <FamilyNow jointId={joint.jointId} />}
      <AssemblyFacts assembly={assembly} meeting={joint.zoomMeeting} />
      <LawNotes assembly={assembly} />
      <div className={styles.acts}>
        <Stack row>
          {!isClosed && assembly.call === 1 && (
            <Button variant="secondary" onPress={course.callAgain} isPending={course.isPending}>
              Segunda convocatoria
            </Button>
          )}
          {!isClosed && (
            <Button variant="danger" onPress={course.close} isPending={course.isPending}>
              Cerrar asamblea
            </Button>
          )}
          <Button
            variant={isClosed || assembly.openedAt === null ? 'primary' : 'secondary'}
            onPress={onOpenNext}
          >
            {assembly.openedAt === null ? 'Abrir asamblea' : 'Abrir otra asamblea'}
          </Button>
        </Stack>
      </div>
    </Card>
  );
}
