import type { NewConcept } from '../../../../shared/assemblies/concepts.api.ts';
import type { ByLawMajorities } from '../../../../shared/assemblies/law/by-law-majorities.ts';
import { type Matter, matters, type WarningKind } from '../../../../shared/assemblies/law/kinds.ts';
import { byLawsSource } from '../../../../shared/assemblies/law/majority.ts';
import { matterLaw, needOf } from '../../../../shared/assemblies/law/matters.ts';
import { questionWarnings, warningWords } from '../../../../shared/assemblies/law/warnings.ts';
import { majorityWords } from '../../../../shared/assemblies/rule-words.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import styles from './generate-question.module.css';

interface Props {
  matter: Matter | null;
  byLaws: ByLawMajorities;
  onMatter: (matter: Matter) => void;
}

/**
 * Select in the form for a question for the legal matter (budget, election …), because the law requires a majority
 * for each matter. The form then proposes the majority. Common matters first, then the list of the law.
 * @param matter legal subject chosen; null before a choice
 * @param byLaws majorities of the joint's by-laws, by subject
 */
export function QuestionMatter({ matter, byLaws, onMatter }: Props) {
  return (
    <Select
      label="¿Qué se decide?"
      items={matters.map((id) => ({ id, label: labelOf(id) }))}
      value={matter}
      onChange={onMatter}
      placeholder="Seleccione la materia"
      description={
        matter === null
          ? 'Con la materia se propone la regla que pide la ley, o el reglamento.'
          : proposalWords(matter, byLaws)
      }
    />
  );
}

/**
 * Sentence about the proposed majority: 'Se propone: más del 60 % de lo representado. Ley 675 de 2001, art. 45;
 * artículo 45 del reglamento.'
 */
function proposalWords(matter: Matter, byLaws: ByLawMajorities): string {
  const { clause, ...need } = needOf(matter, byLaws);
  const source = clause === undefined ? matterLaw[matter].source : byLawsSource(clause);
  return `Se propone: ${majorityWords(need)}. ${source}.`;
}

/** Legal subject with its article: 'Art. 46, num. 5: Reforma del reglamento o los estatutos'. */
function labelOf(matter: Matter): string {
  const { name, rule, source } = matterLaw[matter];
  const [, article] = /(art\. .+)$/.exec(source) ?? [];
  const isListed = rule === 'qualified' || rule === 'unanimous';
  return isListed && article !== undefined ? `${article.replace('a', 'A')}: ${name}` : name;
}

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
 * Shows the operator all legal warnings about a new question in a single dialog, and asks for confirmation.
 * @param body question to create
 * @param byLaws majorities of the joint's by-laws, by subject
 * @returns the confirmed warnings, to send with the question; null if the operator goes back
 */
export async function askedWarnings(
  body: NewConcept,
  assembly: Assembly | null,
  byLaws: ByLawMajorities,
): Promise<WarningKind[] | null> {
  if (assembly === null) return [];
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
  if (warnings.length === 0) return [];
  const isMeant = await confirm({
    title: '¿Desea continuar con la pregunta así?',
    yes: 'Continuar',
    no: 'Revisar',
    body: (
      <>
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
        <p className={styles.warning}>Si continúa, queda en el acta.</p>
      </>
    ),
  });
  return isMeant ? warnings.map(({ kind }) => kind) : null;
}
