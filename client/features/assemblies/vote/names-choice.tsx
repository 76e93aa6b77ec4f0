import { counted } from '../../../lib/format.ts';
import { CheckGroup } from '../../../ui/fields/check-group.tsx';
import type { AnswerOption } from './confirm.tsx';

interface Props {
  label: string;
  description?: string | undefined;
  answers: readonly AnswerOption[];
  /** Ids of the selected names, or the id of the blank vote alone. */
  value: readonly number[];
  onChange: (answerIds: readonly number[]) => void;
  seats: number;
  /** Id of the blank vote. Null if the question has no blank vote. */
  blankAnswerId: number | null;
  error: string | null;
}

/**
 * Checkboxes for an election by names, at most `seats` names. The blank vote clears the names; a name clears the
 * blank vote.
 * @param value ids of the selected names, or the id of the blank vote alone
 * @param seats number of seats: the maximum number of names
 * @param blankAnswerId id of the blank vote; null without a blank vote
 */
export function NamesChoice({
  label,
  description,
  answers,
  value,
  onChange,
  seats,
  blankAnswerId,
  error,
}: Props) {
  const isBlank = blankAnswerId !== null && value.includes(blankAnswerId);
  const status = isBlank
    ? 'Voto en blanco: sin nombres.'
    : value.length < seats
      ? `Ha escogido ${value.length} de ${seats}.`
      : `Ha escogido ${seats} de ${seats}. Para cambiar, quite uno.`;
  const choose = (ids: readonly number[]) => {
    const added = ids.find((id) => !value.includes(id));
    if (added === undefined) return onChange(ids);
    return onChange(added === blankAnswerId ? [added] : ids.filter((id) => id !== blankAnswerId));
  };
  return (
    <CheckGroup
      label={label}
      description={[`Escoja hasta ${counted(seats, 'nombre')}.`, description].filter(Boolean).join(' ')}
      status={status}
      items={answers}
      value={value}
      onChange={choose}
      most={isBlank ? Number.POSITIVE_INFINITY : seats}
      always={blankAnswerId}
      error={error}
    />
  );
}
