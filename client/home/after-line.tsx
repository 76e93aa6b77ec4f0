import { useQuery } from '@tanstack/react-query';
import { afterQuery } from '../features/assemblies/after/after.queries.ts';
import { afterLine, dayOf } from '../features/assemblies/after/after-words.ts';
import { assembliesQuery } from '../features/assemblies/meetings/assemblies.queries.ts';

/** What is due after the joint's last closed assembly; nothing where none was closed. */
export function AfterLine({ jointId }: { jointId: number }) {
  const { data: assemblies } = useQuery({ ...assembliesQuery(jointId), retry: false });
  const closed = assemblies?.find(({ closedAt }) => closedAt !== null);
  const { data } = useQuery({
    ...afterQuery(jointId, closed?.assemblyId),
    enabled: closed !== undefined,
    retry: false,
  });
  return data ? <p>{afterLine(data, dayOf(Date.now()))}</p> : null;
}
