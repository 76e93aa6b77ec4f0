import { type FormEvent, useState } from 'react';
import { focusFirstFault } from './focus-fault.ts';

/** A sentence for each field that is missing or wrong. */
type Faults<Name extends string> = { readonly [Field in Name]?: string | null };

interface Options<Values, Name extends string> {
  initial: Values | (() => Values);
  faultsOf: (values: Values) => Faults<Name>;
  /** What was sent before is under way: nothing is sent meanwhile. */
  isBusy?: boolean;
  /** Called with values without faults. */
  onSubmit: (values: Values) => void;
}

/**
 * A form: its values, and its faults, which are shown from the first attempt on. An attempt with faults leads to the
 * first field that is wrong.
 */
export function useForm<Values extends object, Name extends string = never>({
  initial,
  faultsOf,
  isBusy = false,
  onSubmit,
}: Options<Values, Name>) {
  const [values, setValues] = useState(initial);
  const [isTried, setTried] = useState(false);
  const faults = faultsOf(values);
  const isComplete = Object.values(faults).every((fault) => !fault);
  /** The sentence under a field; nothing before the first attempt. */
  const fault = (name: Name): string | null => (isTried ? (faults[name] ?? null) : null);
  const set = (change: Partial<Values>) => setValues((last) => ({ ...last, ...change }));
  const field = <Field extends keyof Values & string>(name: Field) => ({
    value: values[name],
    onChange: (value: Values[Field]) => setValues((last) => ({ ...last, [name]: value })),
  });
  return {
    values,
    /** Whether it was attempted: what is wrong is shown from then on. */
    isTried,
    fault,
    /** The faults that are shown: none before the first attempt. */
    shown: isTried ? faults : ({} as Faults<Name>),
    set,
    /** What a field is given that shows and changes one of the values. */
    field,
    /** What a field is given whose faults are told. */
    checked: <Field extends keyof Values & Name>(name: Field) => ({ ...field(name), error: fault(name) }),
    /** Begins anew: with these values changed, and no fault shown. */
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
