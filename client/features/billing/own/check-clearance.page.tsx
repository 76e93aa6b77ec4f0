import { useMutation } from '@tanstack/react-query';
import { type ClearanceAnswer, checkClearance } from '../../../../shared/billing/clearance-check.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { LightField } from '../../../ui/fields/light-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { useLinkedText } from '../../../ui/fields/use-linked-text.ts';
import { AttemptForm } from '../../../ui/form.tsx';
import { Notice, Page } from '../../../ui/page.tsx';
import { dayWords } from '../words.ts';

/**
 * Public page '/Verificar': checks the code of a paz y salvo. In a link the code stands behind '#', hidden from servers and
 * logs.
 */
export default function CheckClearancePage() {
  const checking = useMutation({ mutationFn: (code: string) => call(checkClearance, { body: { code } }) });
  const linked = useLinkedText(checking.mutate);
  const form = useForm({
    initial: { code: linked },
    faultsOf: ({ code }) => ({
      code: code.trim() === '' ? 'Escriba el código, como está en el paz y salvo.' : null,
    }),
    onSubmit: ({ code }) => checking.mutate(code.trim()),
  });
  return (
    <Page
      title="Verifique un paz y salvo"
      intro="Con el código impreso, esta página responde si el paz y salvo es auténtico, de qué inmueble, de qué día y hasta cuándo es válido."
      width="narrow"
    >
      <AttemptForm form={form} act="Verificar" attempt={{ isPending: checking.isPending }}>
        <LightField
          label="Código de verificación"
          {...form.checked('code')}
          autoCapitalize="characters"
          spellCheck="false"
          maxLength={300}
        />
      </AttemptForm>
      <div role="status">
        {checking.error !== null && (
          <Notice kind="error" title="No se pudo verificar.">
            <p>{messageOf(checking.error)}</p>
          </Notice>
        )}
        {checking.data && <ClearanceNotice answer={checking.data} />}
      </div>
    </Page>
  );
}

/** ClearanceNotice about a code: yes, no longer, or no. */
function ClearanceNotice({ answer: { valid, unit, day, until } }: { answer: ClearanceAnswer }) {
  if (unit === null || day === null || until === null) {
    return (
      <Notice kind="error" title="No. Este código no es de un paz y salvo expedido aquí.">
        <p>Compare el código con el del papel, signo por signo. Si es igual, el papel no es auténtico.</p>
      </Notice>
    );
  }
  const facts = `Inmueble ${unit}. Expedido el ${dayWords(day)}.`;
  return valid ? (
    <Notice kind="success" title={`Sí. Es auténtico y válido hasta el ${dayWords(until)}.`}>
      <p className="anywhere">{facts}</p>
      <p>Certifica lo que se debía ese día. No incluye cobros ni pagos devueltos después.</p>
      <p>Esta respuesta no dice de qué copropiedad es: confírmelo con la administración que lo firma.</p>
    </Notice>
  ) : (
    <Notice kind="warning" title={`No. Es auténtico, pero venció el ${dayWords(until)}.`}>
      <p className="anywhere">{facts}</p>
    </Notice>
  );
}
