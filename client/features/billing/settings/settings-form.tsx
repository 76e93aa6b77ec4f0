import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BillingSettings, changeBillingSettings } from '../../../../shared/billing/settings.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsQuery } from '../billing.queries.ts';
import { InvoiceFields } from './invoice-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import { asSettings, asTyped, settingsFaults } from './typed-settings.ts';

/** How a joint is billed: the rules of the charge, and what its invoices look like. */
export function SettingsForm({ jointId, known }: { jointId: number; known: BillingSettings }) {
  const client = useQueryClient();
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (body: BillingSettings) => call(changeBillingSettings, { params: { jointId }, body }),
    onSuccess: (answer) => {
      client.setQueryData(settingsQuery(jointId).queryKey, answer);
      form.reset(asTyped(answer));
      toast.success('La configuración fue guardada.');
    },
  });
  const form = useForm({
    initial: () => asTyped(known),
    faultsOf: settingsFaults,
    isBusy: saving.isPending,
    onSubmit: (typed) => {
      const body = asSettings(typed);
      if (body !== null) saving.mutate(body);
    },
  });
  const fields = { typed: form.values, faults: form.shown, onChange: form.set };
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <Card title="Cómo se cobra">
          <RuleFields {...fields} />
        </Card>
        <Card title="Cuenta de cobro impresa">
          <InvoiceFields {...fields} />
        </Card>
        {saving.error && <Notice kind="error">{messageOf(saving.error)}</Notice>}
        <Stack row end>
          <Button type="submit" isPending={saving.isPending}>
            Guardar la configuración
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
