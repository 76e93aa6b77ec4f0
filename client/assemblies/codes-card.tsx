import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { issueCodes, listCodes } from '../../shared/assemblies/codes.api.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Stack } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { failureText } from './failure.ts';
import { texts } from './texts.ts';
import { useAct } from './use-act.ts';

const SUGGESTED = 20;

/** The joint's codes for cards: a lot is issued here, and each code shows which units it holds. */
export function CodesCard({ jointId }: { jointId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="Códigos QR"
      actions={
        <Button variant="quiet" size="small" onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Ocultar' : 'Ver y emitir'}
        </Button>
      }
    >
      {isOpen ? (
        <Codes jointId={jointId} />
      ) : (
        <p>Cada persona responde por sus inmuebles con un código. Emita aquí los que hagan falta.</p>
      )}
    </Card>
  );
}

function Codes({ jointId }: { jointId: number }) {
  const [quantity, setQuantity] = useState(SUGGESTED);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['codes', jointId],
    queryFn: ({ signal }) => call(listCodes, { params: { jointId }, signal }),
    staleTime: 0,
  });
  const issuing = useAct({
    mutationFn: () => call(issueCodes, { params: { jointId }, body: { quantity } }),
    onSuccess: ({ codes }) => toast.success(`Códigos emitidos: ${codes.length}.`),
    onError: (error) => toast.error(failureText(error, texts.codesFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: ['codes', jointId] }),
  });
  if (query.isPending) return <Loading />;
  if (!query.data) return <ErrorState message={texts.noInformation} onRetry={() => void query.refetch()} />;
  // Free ones first: they are what the desk looks for.
  const codes = [...query.data].sort(
    (a, b) => Number(a.apartments.length > 0) - Number(b.apartments.length > 0),
  );
  const free = codes.filter((code) => code.apartments.length === 0).length;
  return (
    <Stack>
      <NumberField
        label="Cantidad de códigos nuevos"
        value={quantity}
        onChange={setQuantity}
        minValue={1}
        maxValue={2000}
      />
      <Button variant="secondary" onPress={() => issuing.mutate(undefined)} isPending={issuing.isPending}>
        Emitir códigos
      </Button>
      <p>
        Emitidos: {codes.length}. Sin usar: {free}.
      </p>
      <Table
        label="Códigos QR"
        columns={[
          { id: 'code', header: 'Código', cell: (row) => grouped(row.code) },
          { id: 'units', header: 'Inmuebles', cell: (row) => row.apartments.join(', ') || 'Sin usar' },
        ]}
        rows={codes}
        rowKey={(row) => row.code}
        empty="No hay códigos emitidos."
        pageSize={20}
      />
    </Stack>
  );
}

/** Groups of four are easier to read aloud and to type; the server takes them with or without hyphens. */
const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
