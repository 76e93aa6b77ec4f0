import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type BillingSettings, changeBillingSettings } from '../../../../shared/billing/settings.api.ts';
import { call } from '../../../lib/api.ts';
import { useForm } from '../../../ui/fields/use-form.ts';
import { sendChanges } from '../../../ui/send-facts.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsQuery } from '../billing.queries.ts';

/** Joint, and settings shown when the form opened. */
export interface OfSettings {
  jointId: number;
  settings: BillingSettings;
}

interface SettingsForm<Typed, Name extends string> {
  /** Returns the values of the form for stored settings. */
  asTyped: (settings: BillingSettings) => Typed;
  faultsOf: (typed: Typed) => { readonly [Field in Name]?: string | null };
  /** Returns the settings of the form. Null while a field is invalid. */
  asSettings: (typed: Typed) => Partial<BillingSettings> | null;
  /** Sentence after saving. */
  savedText: string;
}

/**
 * Hook for a form of billing settings. Sends only the changed settings, with the values shown before: two
 * forms or two people never overwrite each other in silence. If another person changed the same setting, asks before
 * sending on top.
 */
export function useSettingsForm<Typed extends object, Name extends string>(
  { jointId, settings }: OfSettings,
  { asTyped, faultsOf, asSettings, savedText }: SettingsForm<Typed, Name>,
) {
  const client = useQueryClient();
  const shown = useRef(settings);
  const saving = useMutation({
    mutationFn: (typed: Partial<BillingSettings>) =>
      sendChanges((body) => call(changeBillingSettings, { params: { jointId }, body }), typed, shown.current),
    onSuccess: (answer) => {
      if (answer === null) return;
      shown.current = answer;
      client.setQueryData(settingsQuery(jointId).queryKey, answer);
      form.reset(asTyped(answer));
      toast.success(savedText);
    },
  });
  const form = useForm<Typed, Name>({
    initial: () => asTyped(settings),
    faultsOf,
    onSubmit: (typed) => {
      const body = asSettings(typed);
      if (body !== null) saving.mutate(body);
    },
  });
  return { form, saving };
}
