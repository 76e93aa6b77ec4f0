import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AfterEnd,
  clarify,
  listClarifications,
} from '../../../../shared/assemblies/facts/clarifications.api.ts';
import { type MeetingFact, meetingFactNames } from '../../../../shared/assemblies/facts/facts.ts';
import { call } from '../../../lib/api.ts';
import { dateTime } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { assemblyTexts } from '../common/texts.ts';

interface Props {
  jointId: number;
  assemblyId: number;
}

const factTitle = (fact: MeetingFact): string => {
  const name = meetingFactNames[fact].replace(/^(el|la|los|las) /, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/**
 * Card with clarifications of an ended assembly: the data stay unchanged, and the acta (minutes) prints old and new
 * text.
 */
export function ClarificationsCard({ jointId, assemblyId }: Props) {
  const query = useQuery(
    freshOf(['clarifications', jointId, assemblyId], listClarifications, {
      params: { jointId },
      query: { assemblyId },
    }),
  );
  return (
    <Card title="Aclaraciones">
      <p className="soft">
        Los datos de una asamblea que terminó no cambian. Lo que falta en la última se escribe en «Completar
        datos»; lo demás se aclara aquí. El acta dice el texto de antes y el de después, con la hora y quién
        lo escribió.
      </p>
      <QueryView query={query} failed={assemblyTexts.noInformation}>
        {({ facts, afterEnd }) => (
          <>
            {afterEnd.length > 0 && (
              <ul className="plain stack-2">
                {afterEnd.map((one) => (
                  <li key={`${one.at}${one.fact}`}>{clarificationText(one)}</li>
                ))}
              </ul>
            )}
            <ClarifyForm jointId={jointId} assemblyId={assemblyId} facts={facts} />
          </>
        )}
      </QueryView>
    </Card>
  );
}

function clarificationText({ kind, fact, before, after, reason, at, by }: AfterEnd) {
  const was = before === null ? '' : ` Decía «${before}».`;
  return (
    <>
      <strong>{factTitle(fact)}:</strong> {kind === 'completed' ? 'se completó' : 'debe decir'} «{after}».
      {was}
      {reason !== null && ` Motivo: ${reason}.`}{' '}
      <span className="soft">
        {by}, {dateTime(at)}
      </span>
    </>
  );
}

interface ClarificationProps extends Props {
  facts: readonly { fact: MeetingFact; text: string | null }[];
}

function ClarifyForm({ jointId, assemblyId, facts }: ClarificationProps) {
  const client = useQueryClient();
  const saving = useRequest(
    (body: { fact: MeetingFact; text: string; reason: string }) =>
      call(clarify, { params: { jointId }, query: { assemblyId }, body }),
    {
      done: 'La aclaración quedó en el acta.',
      next: () => form.set({ text: '', reason: '' }),
      onSettled: () => client.invalidateQueries({ queryKey: ['clarifications', jointId] }),
    },
  );
  const form = useForm({
    initial: () => ({ fact: 'place' as MeetingFact, text: '', reason: '' }),
    faultsOf: ({ text, reason }) => ({
      text: text.trim() === '' ? 'Escriba cómo debe decir.' : null,
      reason: reason.trim() === '' ? 'Escriba el motivo.' : null,
    }),
    onSubmit: (values) => saving.mutate(values),
  });
  const { fact } = form.values;
  const now = facts.find((one) => one.fact === fact)?.text ?? null;
  return (
    <Form form={form} saving={saving} act="Guardar aclaración" label="Nueva aclaración" isMinor>
      <Select
        label="Dato"
        items={facts.map((one) => ({ id: one.fact, label: factTitle(one.fact) }))}
        {...form.field('fact')}
      />
      <p>
        Dice: <strong>{now ?? 'sin escribir'}</strong>
      </p>
      <TextField label="Debe decir" {...form.checked('text')} multiline maxLength={5000} />
      <TextField label="Motivo" {...form.checked('reason')} maxLength={500} />
    </Form>
  );
}
