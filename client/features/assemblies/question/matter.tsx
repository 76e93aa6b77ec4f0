import type { NewConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { type TopicId, topicIds, topicNeed, topics } from '../../../../shared/assemblies/course/topics.ts';
import type { ByLawMajorities } from '../../../../shared/assemblies/law/by-law-majorities.ts';
import { type Matter, matters, type WarningKind } from '../../../../shared/assemblies/law/kinds.ts';
import { byLawsSource } from '../../../../shared/assemblies/law/majority.ts';
import { matterLaw, needOf } from '../../../../shared/assemblies/law/matters.ts';
import { questionWarnings, warningWords } from '../../../../shared/assemblies/law/warnings.ts';
import type { Snapshot } from '../../../../shared/assemblies/live.ts';
import { majorityWords } from '../../../../shared/assemblies/rule-words.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import styles from './generate-question.module.css';

/** Subject of a question: a template of every assembly, or a legal matter. */
export type Subject = TopicId | Matter;

/** Templates with a question first, then the other matters of the law. */
const subjects: readonly Subject[] = [
  ...topicIds.filter((id) => topics[id].question !== null),
  ...matters.filter((id) => topicIds.every((topic) => topic !== id)),
];

interface Props {
  chosen: Subject | null;
  byLaws: ByLawMajorities;
  onChoose: (subject: Subject) => void;
}

/**
 * Select in the form for a question for the subject (budget, election …), because the law requires a majority
 * for each matter. The form then proposes the majority; for the subjects of every assembly also text and answers.
 * @param chosen subject chosen; null before a choice
 * @param byLaws majorities of the joint's by-laws, by subject
 */
export function QuestionMatter({ chosen, byLaws, onChoose }: Props) {
  return (
    <Select
      label="¿Qué se decide?"
      items={subjects.map((id) => ({ id, label: labelOf(id) }))}
      value={chosen}
      onChange={onChoose}
      placeholder="Seleccione la materia"
      description={
        chosen === null
          ? 'Con la materia se propone la regla que pide la ley, o el reglamento.'
          : proposalWords(chosen, byLaws)
      }
    />
  );
}

/**
 * Sentence about the proposed majority: 'Se propone: más del 60 % de lo representado. Ley 675 de 2001, art. 45;
 * artículo 45 del reglamento.'
 */
function proposalWords(subject: Subject, byLaws: ByLawMajorities): string {
  const topic = topicIds.find((id) => id === subject);
  const matter = topic === undefined ? matterOf(subject) : topics[topic].matter;
  const { clause, ...need } = topic === undefined ? needOf(matter, byLaws) : topicNeed(topic, byLaws);
  const source = clause === undefined ? matterLaw[matter].source : byLawsSource(clause);
  return `Se propone: ${majorityWords(need)}. ${source}.`;
}

/** Legal subject with its article: 'Art. 46, num. 5: Reforma del reglamento o los estatutos'. */
function labelOf(subject: Subject): string {
  const topic = topicIds.find((id) => id === subject);
  if (topic !== undefined) return topics[topic].name;
  const matter = matterOf(subject);
  const { name, rule, source } = matterLaw[matter];
  const [, article] = /(art\. .+)$/.exec(source) ?? [];
  const isListed = rule === 'qualified' || rule === 'unanimous';
  return isListed && article !== undefined ? `${article.replace('a', 'A')}: ${name}` : name;
}

const matterOf = (subject: Subject): Matter => matters.find((id) => id === subject) ?? 'other';

/**
 * Asks the operator for confirmation of a question with a single vote per owner, if owners with similar names may
 * be the same person. Resolves to true if confirmed.
 */
export const goesOnUnsure = (): Promise<boolean> =>
  confirm({
    title: identitiesWords.question,
    yes: 'Continuar',
    no: 'Revisar',
    body: `${identitiesWords.law} Si continúa, queda en el acta.`,
  });
const identitiesWords = warningWords({ kind: 'identitiesUnsure' }, { mode: undefined, say: () => '' });

/**
 * Shows the operator all legal warnings about a new question in a single dialog, with a missing quorum, and asks for
 * confirmation.
 * @param body question to create
 * @param byLaws majorities of the joint's by-laws, by subject
 * @returns the confirmed warnings, to send with the question; null if the operator goes back
 */
export async function askedWarnings(
  body: NewConcept,
  joint: Pick<Snapshot, 'assembly' | 'quorum'> | null,
  byLaws: ByLawMajorities,
): Promise<WarningKind[] | null> {
  const assembly = joint?.assembly ?? null;
  if (joint === null || assembly === null) return [];
  const hasNoQuorum = body.active === 1 && !joint.quorum.reached;
  const {
    conceptDescription: question,
    matter = null,
    rule = 'simple',
    threshold,
    agendaItem = null,
    seats,
  } = body;
  const majority = threshold === undefined ? { rule } : { rule, threshold };
  const warnings = questionWarnings({ question, matter, ...majority, agendaItem, seats }, assembly, byLaws);
  if (warnings.length === 0 && !hasNoQuorum) return [];
  const isMeant = await confirm({
    title: '¿Desea continuar con la pregunta así?',
    yes: 'Continuar',
    no: 'Revisar',
    body: (
      <>
        {hasNoQuorum && (
          <p className={styles.warning}>
            <strong>No hay quórum.</strong> La votación terminaría «Sin quórum», sin decisión.
          </p>
        )}
        {warnings.map((warning) => {
          const { question: questionText, law } = warningWords(warning, {
            mode: assembly.mode,
            say: majorityWords,
          });
          return (
            <p key={warning.kind} className={styles.warning}>
              <strong>{questionText}</strong> {law}
            </p>
          );
        })}
        {warnings.length > 0 && <p className={styles.warning}>Si continúa, queda en el acta.</p>}
      </>
    ),
  });
  return isMeant ? warnings.map(({ kind }) => kind) : null;
}
