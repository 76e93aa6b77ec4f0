import { type ElectionMethod, electionMethods } from '../../../../shared/assemblies/elections/election.ts';
import { methodWords } from '../../../../shared/assemblies/elections/words.ts';
import { counted } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button } from '../../../ui/page.tsx';
import { BLANK_VOTE, type ElectionDraft, type ListDraft, namesIn } from './draft.ts';
import styles from './fields.module.css';

interface Props {
  draft: ElectionDraft;
  onChange: (draft: ElectionDraft) => void;
  seats: number;
  /** Error of the typed election data. Null if valid or not checked yet. */
  fault: string | null;
}

/** Maximum number of characters in the field for the names of a candidate list. */
const LONGEST_LIST = 5_000;
const MOST_LISTS = 19;

/**
 * Fields in the form for a question to enter the candidates or lists of an election of several seats. Names are
 * pasted into a text field, a line each.
 * @param seats number of seats of the election
 * @param fault Spanish error of the typed data; null if valid or not checked yet
 */
export function ElectionFields({ draft, onChange, seats, fault }: Props) {
  const { method, lists, candidates } = draft;
  return (
    <>
      <RadioGroup<ElectionMethod>
        label="¿Cómo se dan los puestos?"
        items={electionMethods.map((one) => ({
          id: one,
          label: methodWords[one].name,
          detail: `${methodWords[one].text} ${methodWords[one].source}.`,
        }))}
        value={method}
        onChange={(one) => onChange({ ...draft, method: one })}
      />
      {method === 'nominal' ? (
        <TextField
          label="Candidatos"
          description={`Uno por línea, en el orden de la papeleta. ${writtenWords(candidates, seats)}`}
          value={candidates}
          onChange={(text) => onChange({ ...draft, candidates: text })}
          maxLength={LONGEST_LIST}
          error={fault}
          multiline
          isRequired
        />
      ) : (
        <div className="stack-4">
          {lists.map((list, at) => (
            <ListFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a list is its place on the ballot
              key={at}
              list={list}
              at={at}
              seats={seats}
              onChange={(changed) =>
                onChange({ ...draft, lists: lists.map((one, i) => (i === at ? changed : one)) })
              }
              onMoveUp={() => onChange({ ...draft, lists: movedUp(lists, at) })}
              onRemove={() => onChange({ ...draft, lists: lists.filter((_, i) => i !== at) })}
            />
          ))}
          {lists.length < MOST_LISTS && (
            <div>
              <Button
                variant="secondary"
                size="small"
                onPress={() =>
                  onChange({
                    ...draft,
                    lists: [...lists, { title: `Plancha ${lists.length + 1}`, names: '' }],
                  })
                }
              >
                Agregar una plancha
              </Button>
            </div>
          )}
          {fault && (
            <p role="alert" className="wrong">
              {fault}
            </p>
          )}
        </div>
      )}
      <Checkbox
        isSelected={draft.hasBlank}
        onChange={(hasBlank) => onChange({ ...draft, hasBlank })}
      >{`Con «${BLANK_VOTE}» en la papeleta`}</Checkbox>
    </>
  );
}

interface ListFieldsProps {
  list: ListDraft;
  /** Place of the list on the ballot, from 0. */
  at: number;
  seats: number;
  onChange: (list: ListDraft) => void;
  /** Moves the list a place up. Not offered for the first list. */
  onMoveUp: () => void;
  onRemove: () => void;
}

/** Fields for a candidate list (plancha): title and names, and buttons to move the list up and to remove the list. */
function ListFields({ list, at, seats, onChange, onMoveUp, onRemove }: ListFieldsProps) {
  return (
    <fieldset className={`stack-3 ${styles.plancha}`}>
      <legend className="strong">Plancha {at + 1}</legend>
      <TextField
        label={`Cómo se llama la plancha ${at + 1}`}
        value={list.title}
        onChange={(title) => onChange({ ...list, title })}
        maxLength={200}
        isRequired
      />
      <TextField
        label={`Nombres de la plancha ${at + 1}`}
        description={`En orden, uno por línea: primero los principales, después los suplentes. ${writtenWords(list.names, seats)}`}
        value={list.names}
        onChange={(names) => onChange({ ...list, names })}
        maxLength={LONGEST_LIST}
        multiline
        isRequired
      />
      <div className="wrap-3">
        {at > 0 && (
          <Button variant="quiet" size="small" onPress={onMoveUp}>
            Subir la plancha {at + 1}
          </Button>
        )}
        <Button variant="quiet" size="small" onPress={onRemove}>
          Quitar la plancha {at + 1}
        </Button>
      </div>
    </fieldset>
  );
}

/** Text with the number of names in a field, and a hint if fewer than the seats. */
function writtenWords(text: string, seats: number): string {
  const names = namesIn(text).length;
  if (names === 0) return '';
  const less = names < seats ? ` Son menos que los ${seats} puestos.` : '';
  return `Van ${counted(names, 'nombre')}.${less}`;
}

function movedUp(lists: readonly ListDraft[], at: number): ListDraft[] {
  const moved = lists[at];
  if (moved === undefined) return [...lists];
  const rest = lists.filter((_, i) => i !== at);
  return [...rest.slice(0, at - 1), moved, ...rest.slice(at - 1)];
}
