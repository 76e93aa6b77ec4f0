import { rules } from '../../../../shared/assemblies/law/majority.ts';
import { ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { lawNotes } from '../../../../shared/assemblies/words.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { Card } from '../../../ui/page.tsx';
import { ruleName } from '../common/question-messages.ts';
import styles from './assemblies-law.module.css';

/** Notes on the operator's page about the law's requirements for the assembly (quorum, mode, acta), with articles. */
export function LawNotes({ assembly }: { assembly: Assembly }) {
  return (
    <ul className={`stack-2 plain ${styles.notes}`} aria-label="Lo que pide la ley">
      {lawNotes(assembly).map((note) => (
        <li key={note.text}>
          {note.text} <span className={`faint ${styles.source}`}>{note.source}</span>
        </li>
      ))}
    </ul>
  );
}

interface RulesCardProps {
  mode: Assembly['mode'] | undefined;
  /** 'owner' if new questions count a vote per owner instead of per coefficient, else undefined. */
  votePer: 'owner' | undefined;
}

/**
 * Card with a table of the possible majority rules in the assembly, for reference.
 * @param votePer 'owner' if new questions count a vote per owner, else undefined
 */
export function RulesCard({ mode, votePer }: RulesCardProps) {
  const lines = rules.map((rule) => ({
    rule,
    name: ruleName({ rule, votePer }),
    ...ruleWords({ rule, votePer }, null, mode),
  }));
  return (
    <Card title="Cómo se decide cada pregunta">
      <table className={styles.rules}>
        <thead>
          <tr>
            <th scope="col">Regla</th>
            <th scope="col">Cuenta</th>
            <th scope="col">Qué se necesita</th>
            <th scope="col">Fundamento</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ rule, name, counts, text, source }) => (
            <tr key={rule}>
              <th scope="row">{name}</th>
              <td>{counts}</td>
              <td>{text}</td>
              <td className="soft">{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">
        Una pregunta que se cierra sin quórum no decide nada. Los inmuebles con coeficiente 0 no votan.
      </p>
    </Card>
  );
}
