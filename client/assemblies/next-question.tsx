import type { Concept } from '../../shared/assemblies/concepts.api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { conceptName } from './concept-words.ts';

/** Another question opened while the thanks for the last one are read. */
export function NextQuestion({ concept, onGo }: { concept: Concept; onGo: () => void }) {
  return (
    <Notice title={`Se abrió la ${conceptName(concept.conceptId)}.`}>
      <p>{concept.conceptDescription}</p>
      <Button onPress={onGo} size="large" wide>
        Responder
      </Button>
    </Notice>
  );
}
