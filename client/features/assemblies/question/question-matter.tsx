import type { NewConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { type Matter, matters, type WarningKind } from '../../../../shared/assemblies/law/kinds.ts';
import { matterLaw } from '../../../../shared/assemblies/law/matters.ts';
import { questionWarnings, warningWords } from '../../../../shared/assemblies/law/warnings.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { ruleNames } from '../concept-words.ts';
import styles from './generate-question.module.css';

interface Props {
  matter: Matter | null;
  onMatter: (matter: Matter) => void;
}

/** What the question decides, asked first: the rule is proposed by it. The usual ones come first, then the law's list. */
export function QuestionMatter({ matter, onMatter }: Props) {
  return (
    <Select
      label="¿Qué se decide?"
      items={matters.map((id) => ({ id, label: labelOf(id) }))}
      value={matter}
      onChange={onMatter}
      placeholder="Seleccione la materia"
      description={
        matter === null
          ? 'Con la materia se propone la regla que pide la ley.'
          : `Se propone: ${ruleNames[matterLaw[matter].rule].toLowerCase()}. ${matterLaw[matter].source}.`
      }
    />
  );
}

/** 'Art. 46, num. 5: Reforma del reglamento o los estatutos'. */
function labelOf(matter: Matter): string {
  const { name, rule, source } = matterLaw[matter];
  const [, article] = /(art\. .+)$/.exec(source) ?? [];
  const isListed = rule === 'qualified' || rule === 'unanimous';
  return isListed && article !== undefined ? `${article.replace('a', 'A')}: ${name}` : name;
}

/**
 * Asks about what the law warns of in a question, all of it at once.
 * @returns what was gone on with, to be sent with the question; null where the person stays with it
 */
export async function askedWarnings(
  body: NewConcept,
  assembly: Assembly | null,
): Promise<WarningKind[] | null> {
  if (assembly === null) return [];
  const { conceptDescription: question, matter = null, rule = 'simple', agendaItem = null } = body;
  const warnings = questionWarnings({ question, matter, rule, agendaItem }, assembly);
  if (warnings.length === 0) return [];
  const isMeant = await confirm({
    title: '¿Desea continuar con la pregunta así?',
    yes: 'Continuar',
    no: 'Revisar',
    body: (
      <>
        {warnings.map((warning) => {
          const { question: asked, law } = warningWords(warning, { mode: assembly.mode, ruleNames });
          return (
            <p key={warning.kind} className={styles.warning}>
              <strong>{asked}</strong> {law}
            </p>
          );
        })}
        <p className={styles.warning}>Si continúa, queda en el acta.</p>
      </>
    ),
  });
  return isMeant ? warnings.map(({ kind }) => kind) : null;
}
