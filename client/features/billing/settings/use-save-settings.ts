import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { settingWords } from '../../../../shared/billing/setting-words.ts';
import { type BillingSettings, changeBillingSettings } from '../../../../shared/billing/settings.api.ts';
import { call, hasCode } from '../../../lib/api.ts';
import { confirm } from '../../../ui/confirm.tsx';
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
      return sendAsking(jointId, changes, pick(shown.current, changes));
    },
    onSuccess: (answer) => {
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

/** Sends changes. After `factsMoved` and a yes, sends the changes again on top of the stored values. */
async function sendAsking(
  jointId: number,
  changes: Partial<BillingSettings>,
  seen: Partial<BillingSettings>,
): Promise<BillingSettings> {
  try {
    return await call(changeBillingSettings, { params: { jointId }, body: { ...changes, seen } });
  } catch (error) {
    if (!hasCode(error, 'factsMoved')) throw error;
    const { facts } = error.details as { facts: { fact: keyof BillingSettings; value: unknown }[] };
    const isSure = await confirm({
      title: 'Otra persona cambió los mismos datos',
      body: `Mientras usted los editaba, otra persona guardó: ${facts.map(({ fact }) => settingWords[fact]).join(', ')}. Si guarda lo suyo, lo de la otra persona se reemplaza y el cambio queda en el registro.`,
      yes: 'Guardar lo mío',
      no: 'Revisar',
      danger: true,
    });
    if (!isSure) throw error;
    const newest = Object.fromEntries(facts.map(({ fact, value }) => [fact, value]));
    return sendAsking(jointId, changes, { ...seen, ...newest });
  }
}
