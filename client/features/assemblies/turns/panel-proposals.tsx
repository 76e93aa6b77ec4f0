import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { conceptName } from '../../../../shared/assemblies/concept-names.ts';
import { agendaItems, isProposalsPoint } from '../../../../shared/assemblies/law/agenda.ts';
import type { OwnerProposal } from '../../../../shared/assemblies/turns/proposals.api.ts';
import { defined } from '../../../../shared/defined.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Card, RowButton } from '../../../ui/page.tsx';
import { startDraft, useDraft } from '../election/question-draft.ts';
import { speakerUnits } from './speaking.tsx';
import { ownerProposalsQuery } from './turns.queries.ts';

/** Proposals of the owners on the operator's panel, each with the button to turn the proposal into a question. */
export function PanelProposals({ joint }: { joint: LiveJoint }) {
  const { jointId, assembly } = joint;
  const query = useQuery({
    ...ownerProposalsQuery(jointId, assembly?.proposals ?? ''),
    placeholderData: keepPreviousData,
  });
  const convert = useConversion(joint);
  const { proposals = [] } = query.data ?? {};
  if (proposals.length === 0) return null;
  return (
    <Card title="Proposiciones">
      <ul className="stack-3 plain">
        {proposals.map((proposal) => (
          <li key={proposal.proposalId} className="stack-1">
            <span className="anywhere">{proposal.text}</span>
            <span className="between">
              <span className="soft anywhere">
                {proposal.author}, {speakerUnits(proposal.units)}
              </span>
              {proposal.question !== null ? (
                <span className="soft">{conceptName(proposal.question.conceptId)}</span>
              ) : (
                assembly?.closedAt === null && (
                  <RowButton
                    act="Convertir en pregunta"
                    of={`la proposición de ${proposal.author}`}
                    onPress={() => void convert(proposal)}
                  />
                )
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Hook: returns a function to open the form of a question with the text and the point of a proposal. */
function useConversion({ jointId, assembly }: LiveJoint): (proposal: OwnerProposal) => Promise<void> {
  const navigate = useNavigate();
  const [draft] = useDraft(jointId);
  return async ({ proposalId, text, author }) => {
    const isTyped = draft.question.trim() !== '' && draft.proposal === undefined;
    if (assembly === null || (isTyped && !(await isReplaced()))) return;
    // An open point is the form's own default.
    const item = agendaItems(assembly.agenda).find((one) => isProposalsPoint(one.text))?.number;
    startDraft(jointId, {
      question: text,
      proposal: { proposalId, author, assemblyId: assembly.assemblyId },
      ...defined({ agendaItem: assembly.point === null ? item : undefined }),
    });
    void navigate('/GenerateQuestion', { state: { isOfPanel: true } });
  };
}

const isReplaced = () =>
  confirm({
    title: '¿Reemplazar la pregunta que está escribiendo?',
    body: <p>En «Generar Pregunta» hay una pregunta sin enviar. La proposición ocupa su lugar.</p>,
    yes: 'Reemplazar',
  });
