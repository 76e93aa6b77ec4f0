import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type BillingSettings, changeBillingSettings } from '../../../../shared/billing/settings.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { focusFirstFault } from '../../../ui/fields/focus-fault.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsQuery } from '../billing.queries.ts';
import { InvoiceFields } from './invoice-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import { asSettings, asTyped, settingsFaults, type TypedSettings } from './typed-settings.ts';

/** How a joint is billed: the rules of the charge, and what its invoices look like. */
export function SettingsForm({ jointId, known }: { jointId: number; known: BillingSettings }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => asTyped(known));
  const [isTried, setTried] = useState(false);
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (body: BillingSettings) => call(changeBillingSettings, { params: { jointId }, body }),
    onSuccess: (answer) => {
      client.setQueryData(settingsQuery(jointId).queryKey, answer);
      setTyped(asTyped(answer));
      setTried(false);
      toast.success('La configuración fue guardada.');
    },
  });
  const set = (change: Partial<TypedSettings>) => setTyped({ ...typed, ...change });
  const faults = isTried ? settingsFaults(typed) : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const body = asSettings(typed);
    if (body === null) focusFirstFault(event.currentTarget);
    else if (!saving.isPending) saving.mutate(body);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Card title="Cómo se cobra">
          <RuleFields typed={typed} faults={faults} onChange={set} />
        </Card>
        <Card title="Cuenta de cobro impresa">
          <InvoiceFields typed={typed} faults={faults} onChange={set} />
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
