import { useQuery } from '@tanstack/react-query';
import { afterLine, afterQuery, assembliesQuery, dayOf } from '../features/assemblies/index.ts';

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
