import { useQueryClient } from '@tanstack/react-query';
import {
  erasePerson,
  exportPerson,
  type PersonFound,
  type StoredPerson,
  showPerson,
} from '../../shared/personal/personal.api.ts';
import { call, download } from '../lib/api.ts';
import { freshOf } from '../lib/query.ts';
import { useDownload } from '../reports/use-download.ts';
import { confirm } from '../ui/confirm.tsx';
import { Button, Card, Notice, Stack } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { useRequest } from '../ui/requests/use-request.ts';
import { CountedList, KeptList } from './kept-words.tsx';

interface Props {
  jointId: number;
  person: PersonFound;
  onErased: () => void;
}

/** Card of a person: stored records by kind, the export, and the erasure with a confirmation. */
export function PersonCard({ jointId, person, onErased }: Props) {
  const input = { params: { jointId }, body: { person: person.person } };
  return (
    <Card title={person.name}>
      <QueryView query={freshOf(['person', jointId, person.person], showPerson, input)}>
        {(stored) => (
          <>
            <p className="strong">Lo que está guardado:</p>
            <CountedList items={stored.stored} />
            {stored.refusal !== null && (
              <Notice title="Por ahora no se puede suprimir">{stored.refusal}</Notice>
            )}
            <PersonActs input={input} stored={stored} name={person.name} onErased={onErased} />
          </>
        )}
      </QueryView>
    </Card>
  );
}

interface ActProps {
  input: { params: { jointId: number }; body: { person: string } };
  stored: StoredPerson;
  name: string;
  onErased: () => void;
}

function PersonActs({ input, stored, name, onErased }: ActProps) {
  const client = useQueryClient();
  const exporting = useDownload(() => download(exportPerson, input));
  const erasing = useRequest(() => call(erasePerson, input), {
    done: 'Los datos quedaron suprimidos.',
    next: async () => {
      onErased();
      await client.invalidateQueries({ queryKey: ['erasures', input.params.jointId] });
    },
    failed: true,
  });
  const erase = async () => {
    const body = (
      <>
        <p>No se puede deshacer. Se suprime:</p>
        <CountedList items={stored.erased} />
        <p>La ley exige conservar:</p>
        <KeptList items={stored.kept} />
      </>
    );
    const question = { title: `¿Suprimir los datos de ${name}?`, body, yes: 'Suprimir', danger: true };
    if (await confirm(question)) erasing.mutate();
  };
  return (
    <Stack row>
      <Button variant="secondary" onPress={() => exporting.mutate()} isPending={exporting.isPending}>
        Exportar sus datos
      </Button>
      {stored.refusal === null && (
        <Button variant="danger" onPress={erase} isPending={erasing.isPending}>
          Suprimir sus datos
        </Button>
      )}
    </Stack>
  );
}
