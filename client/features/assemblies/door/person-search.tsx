import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type DoorPerson, findPeople } from '../../../../shared/assemblies/attendance.api.ts';
import type { JointCode } from '../../../../shared/assemblies/codes.api.ts';
import { personOnPower } from '../../../../shared/assemblies/powers/persons.ts';
import type { Power } from '../../../../shared/assemblies/powers/powers.api.ts';
import { queryOf } from '../../../lib/query.ts';
import { later } from '../../../lib/time/later.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { RowButton } from '../../../ui/page.tsx';
import styles from './person-search.module.css';
import { useDoorForm } from './scan/door-form.store.ts';

/** Time without a key before a search, in milliseconds. */
const TYPING_MS = 250;
/** Fewest characters to search by. */
const SHORTEST_SEARCH = 3;

const roleWords: Readonly<Record<DoorPerson['role'], string>> = {
  owner: '',
  coOwner: 'en copropiedad',
  proxy: 'con poder',
};

interface Props {
  jointId: number;
  /** Attendance codes of the joint. Undefined until loaded. */
  codes: readonly JointCode[] | undefined;
  powers: readonly Power[];
  /** Registers the units of the form for a code. */
  onCode: (code: string) => void;
}

/**
 * Search field of the desk for people by name or document: owners, co-owners and proxies. A press on a person
 * registers the person's free units with the waiting card or the own badge, or else selects the units for the next
 * card.
 * @param codes valid codes of cards and badges; undefined until loaded
 * @param powers powers of attorney of the joint
 * @param onCode registers the units of the form for a code
 */
export function PersonSearch({ jointId, codes, powers, onCode }: Props) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const wanted = useSettled(typed);
  const isSearching = wanted.length >= SHORTEST_SEARCH;
  const query = useQuery({
    ...queryOf(['people-search', jointId, wanted], findPeople, {
      params: { jointId },
      body: { text: wanted },
    }),
    enabled: isSearching,
    retry: false,
    staleTime: 0,
  });
  const waiting = useDoorForm((state) => state.waiting);
  const { people = [], hasMore = false } = (isSearching && query.data) || {};
  const codeFor = (person: DoorPerson): string | undefined =>
    waiting?.code ??
    codes?.find(({ badgeOf }) => badgeOf !== null && ownUnits(person, powers).includes(badgeOf))?.codeId;
  const take = (person: DoorPerson, code: string | undefined) => {
    setText('');
    const { naming } = useDoorForm.getState();
    // An earlier code waits for a name: registered without, as before the next scan.
    if (naming !== null) onCode(naming.code);
    fillForm(person, powers, code !== undefined && code !== waiting?.code);
    if (code !== undefined) onCode(code);
  };
  const isAnswered = isSearching && wanted === typed && !query.isFetching;
  const enter = useEnter(typed, isAnswered, () => {
    const [only, another] = query.isError ? [] : people;
    if (only && !another && hasFree(only)) take(only, codeFor(only));
  });

  return (
    <section className={styles.search} aria-label="Buscar una persona">
      <TextField
        type="search"
        label="Buscar persona"
        placeholder="Nombre o documento"
        value={text}
        onChange={setText}
        onKeyDown={({ key }) => key === 'Enter' && enter()}
        maxLength={100}
      />
      {isSearching && (
        <p role="status" className={people.length > 0 ? 'unseen' : 'soft'}>
          {statusWords(people.length, query)}
        </p>
      )}
      {people.length > 0 && (
        <ul className={`plain ${styles.people}`}>
          {people.map((person) => (
            <PersonRow
              key={`${person.role} ${person.name} ${person.units[0]?.apartmentId}`}
              person={person}
              code={codeFor(person)}
              isCardWaiting={waiting !== null}
              onTake={take}
            />
          ))}
        </ul>
      )}
      {hasMore && <p className="soft">Hay más personas: escriba más letras o el documento.</p>}
    </section>
  );
}

interface RowProps {
  person: DoorPerson;
  /** Code to register with: the waiting card, or the person's badge. Undefined without a code. */
  code: string | undefined;
  isCardWaiting: boolean;
  onTake: (person: DoorPerson, code: string | undefined) => void;
}

function PersonRow({ person, code, isCardWaiting, onTake }: RowProps) {
  const { name, role, units } = person;
  const withBadge = code !== undefined && !isCardWaiting;
  return (
    <li className={`wrap middle ${styles.person}`}>
      <div className={`shrinks ${styles.words}`}>
        <p className="anywhere">
          <strong>{name}</strong> {roleWords[role]}
        </p>
        {unitWordsByState(units).map((words) => (
          <p key={words} className="anywhere">
            {words}
          </p>
        ))}
      </div>
      {hasFree(person) && (
        <div className="wrap-2">
          {code !== undefined && (
            <RowButton
              act={withBadge ? 'Registrar con su escarapela' : 'Registrar'}
              of={name}
              variant="secondary"
              onPress={() => onTake(person, code)}
            />
          )}
          {!isCardWaiting && (
            <RowButton
              act={withBadge ? 'Con tarjeta' : 'Elegir y leer tarjeta'}
              of={name}
              variant={withBadge ? 'quiet' : 'secondary'}
              onPress={() => onTake(person, undefined)}
            />
          )}
        </div>
      )}
    </li>
  );
}

const hasFree = ({ units }: DoorPerson): boolean => units.some(({ state }) => state === 'free');

/** Sentences for the screen: 'Sin registrar: 101, 102', 'Con poder para Vera Vecina: 305'. */
function unitWordsByState(units: DoorPerson['units']): string[] {
  const byState = new Map<string, string[]>();
  for (const unit of units) {
    const state = unitStateWords(unit);
    byState.set(state, [...(byState.get(state) ?? []), unit.apartmentId]);
  }
  return [...byState].map(([state, ids]) => `${state}: ${ids.join(', ')}`);
}

function unitStateWords({ state, person }: DoorPerson['units'][number]): string {
  if (state === 'free') return 'Sin registrar';
  if (state === 'power') return `Con poder para ${person ?? 'otra persona'}`;
  return person === null ? 'Ya registrado' : `Ya registrado a nombre de ${person}`;
}

function statusWords(
  found: number,
  { isPending, isError }: { isPending: boolean; isError: boolean },
): string {
  if (isError) return 'No se pudo buscar. Sin conexión, busque el inmueble en la lista.';
  if (isPending) return 'Buscando…';
  return found === 0 ? 'Nadie en el listado coincide.' : `Coinciden: ${found}.`;
}

/** Powers named by a search result. */
const powersOf = ({ powerIds }: DoorPerson, powers: readonly Power[]): Power[] =>
  powers.filter(({ powerId }) => powerIds.includes(powerId));

/** Units with a badge that the person may carry: the free own units, or the own units of a proxy. */
const ownUnits = (person: DoorPerson, powers: readonly Power[]): string[] =>
  person.role === 'proxy'
    ? powersOf(person, powers).flatMap(({ holderUnits }) => holderUnits)
    : person.units.flatMap(({ apartmentId, state }) => (state === 'free' ? [apartmentId] : []));

/**
 * Fills the form with the free units of an owner, or with the name of a proxy: the form adds the powers. A badge
 * brings its units by itself.
 */
function fillForm(person: DoorPerson, powers: readonly Power[], withBadge: boolean): void {
  const free = person.units.flatMap(({ apartmentId, state }) => (state === 'free' ? [apartmentId] : []));
  const theirs = powersOf(person, powers);
  // A power accepted since the last list is missing here: the units are then named one by one.
  const named = { name: person.name, document: null };
  const holder =
    theirs[0] && theirs.length === person.powerIds.length ? personOnPower(theirs[0], named) : undefined;
  const isProxy = person.role === 'proxy';
  useDoorForm.setState({
    chosen: withBadge || (isProxy && holder !== undefined) ? [] : free,
    attendee: {
      byProxy: isProxy && holder === undefined,
      name: person.role === 'owner' ? '' : (holder?.name ?? person.name),
      document: holder?.document ?? '',
      capacity: null,
    },
    naming: null,
    personId: null,
    isReturn: false,
    faults: {},
  });
}

/**
 * Returns the act of the Enter key: `onAnswer` runs as soon as the search for the present text is answered. A change
 * of the text before the answer drops the key.
 */
function useEnter(typed: string, isAnswered: boolean, onAnswer: () => void): () => void {
  const [entered, setEntered] = useState<string | null>(null);
  useEffect(() => {
    if (entered === null || (entered === typed && !isAnswered)) return;
    setEntered(null);
    if (entered === typed) onAnswer();
  });
  return () => setEntered(typed);
}

/** Returns a text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => later(() => setSettled(text), text === '' ? 0 : TYPING_MS), [text]);
  return settled;
}
