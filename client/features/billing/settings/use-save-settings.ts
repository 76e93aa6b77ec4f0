import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { settingWords } from '../../../../shared/billing/setting-words.ts';
import { type BillingSettings, changeBillingSettings } from '../../../../shared/billing/settings.api.ts';
import { call } from '../../../lib/api.ts';
import { sendOnTop } from '../../../ui/send-facts.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsQuery } from '../billing.queries.ts';

interface Saving {
  jointId: number;
  /** Settings shown when the form opened. */
  settings: BillingSettings;
  /** Sentence after saving. */
  savedText: string;
  onSaved: (settings: BillingSettings) => void;
}

/**
 * Hook to save billing settings of a form. Sends only the changed settings, with the values shown before: two
 * forms or two people never overwrite each other in silence. If another person changed the same setting, asks before
 * sending on top.
 */
export function useSaveSettings({ jointId, settings, savedText, onSaved }: Saving) {
  const client = useQueryClient();
  const shown = useRef(settings);
  return useMutation({
    mutationFn: (typed: Partial<BillingSettings>) => {
      const changes = changed(typed, shown.current);
      return sendOnTop(
        (seen: Partial<BillingSettings>) =>
          call(changeBillingSettings, { params: { jointId }, body: { ...changes, seen } }),
        pick(shown.current, changes),
        (moved: readonly { fact: keyof BillingSettings; value: unknown }[]) =>
          `Mientras usted los editaba, otra persona guardó: ${moved.map(({ fact }) => settingWords[fact]).join(', ')}.`,
      );
    },
    onSuccess: (answer) => {
      if (answer === null) return;
      shown.current = answer;
      client.setQueryData(settingsQuery(jointId).queryKey, answer);
      onSaved(answer);
      toast.success(savedText);
    },
  });
}

const changed = (typed: Partial<BillingSettings>, shown: BillingSettings): Partial<BillingSettings> =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(shown, name)),
    ),
  );

const pick = (settings: BillingSettings, names: object): Partial<BillingSettings> =>
  Object.fromEntries(Object.keys(names).map((name) => [name, Reflect.get(settings, name)]));
