import { type FormEvent, useState } from 'react';
import { focusFirstFault } from './focus-fault.ts';

/** Error sentences of a form by field. Null or missing if the field is valid. */
type Faults<Name extends string> = { readonly [Field in Name]?: string | null };

interface FormOptions<Values, Name extends string> {
  initial: Values | (() => Values);
  faultsOf: (values: Values) => Faults<Name>;
  /** True while a request is pending: another submit is ignored. */
  isBusy?: boolean;
  /** Called on submit with valid values. */
  onSubmit: (values: Values) => void;
}

/**
 * Hook for the values and errors of a form. Errors appear from the first submit on. A submit with errors moves the
 * focus to the first invalid field.
 * @param initial values before any input
 * @param faultsOf returns the Spanish error of each field, by name; null for a valid field
 * @param isBusy true while a request is pending: another submit is ignored
 * @param onSubmit called on a submit without errors
 */
export function useForm<Values extends object, Name extends string = never>({
  initial,
  faultsOf,
  isBusy = false,
  onSubmit,
}: FormOptions<Values, Name>) {
  const [values, setValues] = useState(initial);
  const [isTried, setTried] = useState(false);
  const faults = faultsOf(values);
  const isComplete = Object.values(faults).every((fault) => !fault);
  /** Error sentence of a field. Null if valid or before the first submit. */
  const fault = (name: Name): string | null => (isTried ? (faults[name] ?? null) : null);
  /** Changes values. A function gets the latest values, also between two drawings of the form. */
  const set = (change: Partial<Values> | ((last: Values) => Partial<Values>)) =>
    setValues((last) => ({ ...last, ...(typeof change === 'function' ? change(last) : change) }));
  /** Names of the values that are true or false. */
  type Flag = { [Field in keyof Values]: Values[Field] extends boolean ? Field : never }[keyof Values];
  const field = <Field extends keyof Values & string>(name: Field) => ({
    value: values[name],
    onChange: (value: Values[Field]) => setValues((last) => ({ ...last, [name]: value })),
  });
  return {
    values,
    /** True after the first submit, once errors are visible. */
    isTried,
    fault,
    /** Visible errors of the form by field. Empty before the first submit. */
    shown: isTried ? faults : ({} as Faults<Name>),
    set,
    /** Returns the props for a field that shows and changes a value. */
    field,
    /** Returns the props for a checkbox. */
    checkbox: (name: Flag & string) => ({
      isSelected: Boolean(values[name]),
      onChange: (isSelected: boolean) => setValues((last) => ({ ...last, [name]: isSelected })),
    }),
    /** Returns the props for a field that also shows an error. */
    checked: <Field extends keyof Values & Name>(name: Field) => ({ ...field(name), error: fault(name) }),
    /** Changes values, and hides the errors until the next submit. */
    reset: (change: Partial<Values>) => {
      set(change);
      setTried(false);
    },
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setTried(true);
      if (!isComplete) focusFirstFault(event.currentTarget);
      else if (!isBusy) onSubmit(values);
    },
  };
}
