import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  askPowerCode,
  instructionAnswers,
  POWER_CODE_MINUTES,
  type PowerToSign,
  signPower,
} from '../../../../shared/assemblies/powers/own-powers.api.ts';
import { call } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckGroup } from '../../../ui/fields/check-group.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Button } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PowerRefused } from '../common/power-refused.tsx';
import { substituteFaults } from '../common/substitute.ts';
import { type OwnPowersAnswer, useRefreshOwnPowers } from './own-powers.queries.ts';

interface Props {
  jointId: number;
  own: OwnPowersAnswer;
  onClose: () => void;
}

/**
 * Dialog for an owner to give a power: the holder, then the exact text and the code of the mail. With the button of the
 * page, three presses.
 */
export function PowerDialog({ jointId, own, onClose }: Props) {
  // `asking.data` is empty during and after a refused request; the last code stays valid.
  const [last, setLast] = useState<{ body: PowerToSign; toSign: SignStepProps['toSign'] } | null>(null);
  const asking = useMutation({
    mutationFn: (body: PowerToSign) => call(askPowerCode, { params: { jointId }, body }),
    onSuccess: (toSign, body) => setLast({ body, toSign }),
  });
  const { mutate: ask, isPending, error } = asking;
  return last === null ? (
    <HolderStep own={own} asking={{ ask, isPending, error }} onClose={onClose} />
  ) : (
    <SignStep
      jointId={jointId}
      toSign={last.toSign}
      again={{
        ask: () => ask(last.body, { onSuccess: () => toast.success('Le enviamos otro código.') }),
        isPending,
        error,
      }}
      onClose={onClose}
    />
  );
}

const NO_INSTRUCTION = '';
const answerItems = [
  { id: NO_INSTRUCTION, label: 'La persona decide' },
  ...instructionAnswers.map((answer) => ({ id: answer as string, label: answer })),
];

interface HolderValues {
  /** Place of the owner among the owners of the answer. */
  owner: number;
  units: readonly string[];
  kind: 'owner' | 'person';
  unit: string;
  name: string;
  document: string;
  email: string;
  substitute: string;
  substituteDocument: string;
  answers: Readonly<Record<number, string>>;
}

/** Power to sign from the values of the form. */
function toSignOf({
  units,
  kind,
  unit,
  name,
  document,
  email,
  answers,
  ...typed
}: HolderValues): PowerToSign {
  const person = { name: name.trim(), document: document.trim() };
  const substitute = { name: typed.substitute.trim(), document: typed.substituteDocument.trim() };
  return {
    apartmentIds: [...units],
    ...(kind === 'owner'
      ? { holderUnit: unit.trim() }
      : { holder: { ...person, ...(email.trim() !== '' && { email: email.trim() }) } }),
    ...(substitute.name !== '' && { substitute }),
    instructions: Object.entries(answers).flatMap(([point, answer]) =>
      answer === NO_INSTRUCTION ? [] : [{ point: Number(point), answer }],
    ),
  };
}

/** Form of the first step: all units of the first owner. */
function useHolderForm({ owners }: OwnPowersAnswer, asking: HolderStepProps['asking']) {
  return useForm({
    initial: {
      owner: 0,
      units: owners[0]?.apartmentIds ?? [],
      kind: 'owner',
      unit: '',
      name: '',
      document: '',
      email: '',
      substitute: '',
      substituteDocument: '',
      answers: {},
    } as HolderValues,
    faultsOf: ({ units, kind, unit, name, document, ...typed }: HolderValues) => ({
      units: units.length === 0 ? 'Marque un inmueble.' : null,
      unit: kind === 'owner' && unit.trim() === '' ? 'Escriba el inmueble de quien lo recibe.' : null,
      name: kind === 'person' && name.trim() === '' ? 'Escriba el nombre.' : null,
      document: kind === 'person' && document.trim() === '' ? 'Escriba el documento.' : null,
      ...substituteFaults(typed, 'document'),
    }),
    isBusy: asking.isPending,
    onSubmit: (values) => asking.ask(toSignOf(values)),
  });
}

interface HolderFormProps {
  form: ReturnType<typeof useHolderForm>;
}

/** Fields of the holder: the unit of another owner, or a person with a document. */
function HolderFields({ form }: HolderFormProps) {
  return form.values.kind === 'owner' ? (
    <TextField label="Inmueble de ese propietario" {...form.checked('unit')} maxLength={60} />
  ) : (
    <>
      <TextField label="Nombre" {...form.checked('name')} maxLength={200} />
      <TextField label="Documento" {...form.checked('document')} maxLength={40} />
      <TextField
        label="Correo, para enviarle la copia"
        {...form.field('email')}
        maxLength={200}
        type="email"
      />
    </>
  );
}

/** Fields of the substitute, folded. */
function SubstituteFields({ form }: HolderFormProps) {
  return (
    <details>
      <summary>Suplente, si esa persona no llega (opcional)</summary>
      <div className="stack-3">
        <TextField label="Nombre del suplente" {...form.checked('substitute')} maxLength={200} />
        <TextField label="Documento del suplente" {...form.checked('substituteDocument')} maxLength={40} />
      </div>
    </details>
  );
}

/** Fields of the instructions, folded: an answer for each point of the agenda. */
function InstructionFields({ points, form }: HolderFormProps & Pick<OwnPowersAnswer, 'points'>) {
  const { answers } = form.values;
  if (points.length === 0) return null;
  return (
    <details>
      <summary>Instrucciones de voto (opcional)</summary>
      <div className="stack-3">
        {points.map(({ number, text }) => (
          <Select
            key={number}
            label={`${number}. ${text}`}
            items={answerItems}
            value={answers[number] ?? NO_INSTRUCTION}
            onChange={(answer) => form.set({ answers: { ...answers, [number]: answer } })}
            placeholder="La persona decide"
          />
        ))}
      </div>
    </details>
  );
}

interface HolderStepProps extends Pick<Props, 'own' | 'onClose'> {
  asking: { ask: (body: PowerToSign) => void; isPending: boolean; error: Error | null };
}

/** First step: units, holder, and instructions by point of the agenda. */
function HolderStep({ own, asking, onClose }: HolderStepProps) {
  const id = useId();
  const form = useHolderForm(own, asking);
  const unitsOf = (owner: number) => own.owners[owner]?.apartmentIds ?? [];
  const all = unitsOf(form.values.owner);
  return (
    <Dialog
      title="Dar poder"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id} isPending={asking.isPending}>
            Pedir el código
          </Button>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <form id={id} className="stack-4" onSubmit={form.submit} noValidate>
        {own.owners.length > 1 && (
          <Select
            label="Propietario que da el poder"
            items={own.owners.map(({ name, apartmentIds }, at) => ({
              id: at,
              label: `${name}: ${apartmentIds.join(', ')}`,
            }))}
            value={form.values.owner}
            onChange={(owner) => form.set({ owner, units: unitsOf(owner) })}
            placeholder="Escoja el propietario"
          />
        )}
        {all.length > 1 && (
          <CheckGroup
            label="Inmuebles"
            status={`${form.values.units.length} de ${all.length}`}
            items={all.map((one) => ({ id: one, label: one }))}
            most={all.length}
            {...form.checked('units')}
          />
        )}
        <RadioGroup
          label="Quién lo representa"
          items={[
            { id: 'owner' as const, label: 'Otro propietario' },
            { id: 'person' as const, label: 'Otra persona' },
          ]}
          inline
          {...form.field('kind')}
        />
        <HolderFields form={form} />
        <SubstituteFields form={form} />
        <InstructionFields points={own.points} form={form} />
        <p className="soft">El código llega a {own.sentTo}.</p>
        <PowerRefused error={asking.error} />
      </form>
    </Dialog>
  );
}

interface SignStepProps extends Pick<Props, 'jointId' | 'onClose'> {
  toSign: { text: string; sentTo: string };
  /** Asks for another code. */
  again: { ask: () => void; isPending: boolean; error: Error | null };
}

/** Second step: the exact text, and the code of the mail. */
function SignStep({ jointId, toSign, again, onClose }: SignStepProps) {
  const id = useId();
  const refresh = useRefreshOwnPowers();
  const signing = useMutation({
    mutationFn: (code: string) => call(signPower, { params: { jointId }, body: { code } }),
    onSuccess: ({ holder, state }) => {
      const effect = state === 'pending' ? 'Falta que la mesa lo acepte.' : `${holder} lo representa.`;
      toast.success(`El poder quedó firmado. ${effect} Le enviamos una copia por correo.`);
      onClose();
    },
    onSettled: refresh,
  });
  const form = useForm({
    initial: { code: '' },
    faultsOf: ({ code }) => ({ code: code.trim() === '' ? 'Escriba el código del correo.' : null }),
    isBusy: signing.isPending,
    onSubmit: ({ code }) => signing.mutate(code.trim()),
  });
  const askAgain = () => {
    signing.reset();
    again.ask();
  };
  return (
    <Dialog
      title="Firmar el poder"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id} isPending={signing.isPending}>
            Firmar el poder
          </Button>
          <Button variant="quiet" onPress={askAgain} isPending={again.isPending}>
            Pedir otro código
          </Button>
        </>
      }
    >
      <form id={id} className="stack-4" onSubmit={form.submit} noValidate>
        <div className="stack-2 anywhere">
          {toSign.text.split('\n').map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <TextField
          label="Código del correo"
          {...form.checked('code')}
          maxLength={20}
          inputMode="numeric"
          autoComplete="one-time-code"
          description={`Enviado a ${toSign.sentTo}. Vence en ${POWER_CODE_MINUTES} minutos.`}
        />
        <PowerRefused error={signing.error ?? again.error} />
      </form>
    </Dialog>
  );
}
