import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { standingOn } from '../voting-history.ts';

interface Props {
  concept: Concept;
  able: readonly AssemblyApartment[];
  votes: readonly RecordItem[];
}

/** Says that one's vote is in already, or in part: an empty ballot looks as if it had been lost. */
export function VotedNotice({ concept, able, votes }: Props) {
  if (votes.length === 0) return null;
  const { voted, outOf, words } = standingOn(concept.answers, able, votes);
  const isWhole = voted >= outOf;
  return (
    <>
      <Notice
        kind="success"
        title={isWhole ? 'Usted ya votó esta pregunta.' : `Ya votó por ${voted} de ${outOf} inmuebles.`}
      >
        <p>{words}</p>
        {isWhole && <p>Su comprobante está en la página de la asamblea.</p>}
      </Notice>
      {isWhole && (
        <div>
          <ButtonLink to="/LaunchPage" size="large">
            Volver a la asamblea
          </ButtonLink>
        </div>
      )}
    </>
  );
}
