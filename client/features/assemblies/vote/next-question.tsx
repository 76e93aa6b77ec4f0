import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { conceptName } from '../concept-words.ts';

interface Props {
  concept: Concept;
  /** The joint or sector, where it is another one than was voted in. */
  place: string | null;
  onGo: () => void;
}

/** Another question opened, or waits elsewhere, while the thanks for the last one are read. */
export function NextQuestion({ concept, place, onGo }: Props) {
  const name = conceptName(concept.conceptId);
  return (
    <Notice title={place === null ? `Se abrió la ${name}.` : `Falta otra pregunta: ${name} de ${place}.`}>
      <p>{concept.conceptDescription}</p>
      <Button onPress={onGo} size="large" wide>
        Responder
      </Button>
    </Notice>
  );
}
