import { useState } from 'react';
import { getSnapshot } from '../../../../shared/assemblies/assemblies.api.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { assemblyName, formerState } from '../../../../shared/assemblies/words.ts';
import type { Assembly, Joint } from '../../../../shared/properties/joints.api.ts';
import { coefficient, coefficientBeside, count } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { Button, Card } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import {
  conceptName,
  dividedWords,
  outcomeWords,
  quorumWords,
  ruleName,
} from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { AfterCard } from '../follow-up/card.tsx';
import { CorrectionsTable } from '../roll/corrections.tsx';
import { ActaCard } from './acta-downloads.tsx';
import styles from './assemblies-ended.module.css';
import { AssemblyFacts } from './assemblies-facts.tsx';
import { AssemblyPlace } from './assemblies-place.tsx';
import { ClarificationsCard } from './clarifications.tsx';

interface Props {
  joint: Joint;
  assembly: Assembly;
  onBack: () => void;
}

/** View of an archived assembly on the operator's page: quorum, decisions and corrections of the roll. */
export function EndedAssembly({ joint, assembly, onBack }: Props) {
  const [placeId, setPlaceId] = useState(joint.jointId);
  return (
    <>
      <div>
        <Button variant="quiet" onPress={onBack}>
          ← Todas las asambleas
        </Button>
      </div>
      <Card title={assemblyName(assembly)}>
        <p className="strong">{formerState(assembly)}</p>
        <AssemblyFacts assembly={assembly} />
      </Card>
      {assembly.openedAt !== null && <AfterCard jointId={joint.jointId} assemblyId={assembly.assemblyId} />}
      {assembly.openedAt !== null && (
        <ClarificationsCard jointId={joint.jointId} assemblyId={assembly.assemblyId} />
      )}
      <ActaCard jointId={joint.jointId} assembly={assembly} />
      <AssemblyPlace joint={joint} value={placeId} onChange={setPlaceId} />
      <Result jointId={placeId} assemblyId={assembly.assemblyId} />
      <Card title="Correcciones del censo">
        <CorrectionsTable jointId={placeId} assemblyId={assembly.assemblyId} />
      </Card>
    </>
  );
}

function Result({ jointId, assemblyId }: { jointId: number; assemblyId: number }) {
  return (
    <QueryView
      query={queryOf(['ended-assembly', jointId, assemblyId], getSnapshot, {
        params: { jointId },
        query: { assemblyId },
      })}
      failed={assemblyTexts.noInformation}
    >
      {(data) => {
        const words = quorumWords(data);
        const questions = [...data.concepts, ...(data.deleted ?? [])].filter(
          (concept) => concept.conceptId !== ATTENDANCE,
        );
        return (
          <>
            <Card title="Quórum al terminar">
              <p>
                <strong>{words.title}.</strong> {words.detail}
              </p>
              <p className="soft">
                El censo tenía {count(data.total.apartments)} inmuebles y{' '}
                {coefficient(data.total.coefficient)} de coeficiente.
              </p>
            </Card>
            {questions.length === 0 && <p className="soft">No se hizo ninguna pregunta.</p>}
            {questions.map((question) => (
              <EndedQuestion key={question.conceptId} question={question} />
            ))}
          </>
        );
      }}
    </QueryView>
  );
}

function EndedQuestion({ question }: { question: LiveConcept }) {
  const words = outcomeWords(question);
  const perUnit = question.rule === 'perUnit';
  return (
    <Card title={conceptName(question.conceptId)}>
      <p className={`breaks ${styles.question}`}>{question.conceptDescription}</p>
      <p>
        <strong className={words?.isGood ? 'good' : styles.bad}>{words?.title ?? 'No se abrió'}.</strong>{' '}
        {words?.detail}
      </p>
      <Table
        label={conceptName(question.conceptId)}
        columns={[
          { header: 'Respuesta', cell: (answer) => answer.answerDescription, total: 'Total votado' },
          ...(perUnit
            ? [
                {
                  header: 'Votos',
                  cell: (answer: LiveConcept['answers'][number]) => count(answer.dwellings),
                  align: 'end' as const,
                },
              ]
            : []),
          {
            header: 'Coeficiente',
            cell: (answer) =>
              coefficientBeside(answer.coefficient, ...question.answers.map((one) => one.coefficient)),
            align: 'end',
            total: coefficient(question.voted.coefficient),
          },
          {
            header: 'Inmuebles',
            cell: (answer) => count(answer.apartments),
            align: 'end',
            total: count(question.voted.apartments),
          },
        ]}
        rows={question.answers}
        rowKey={(answer) => answer.answerId}
      />
      {question.rule && (
        <p className="soft">
          Regla: {ruleName({ rule: question.rule, votePer: question.votePer })}. {dividedWords(question)}
        </p>
      )}
    </Card>
  );
}
