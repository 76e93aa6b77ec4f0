import { useQuery } from '@tanstack/react-query';
import { afterQuery } from '../assemblies/after/after.queries.ts';
import { afterLine, dayOf } from '../assemblies/after/after-words.ts';

/** What is due after the joint's assembly, once that has closed; nothing while it has not. */
export function AfterLine({ jointId }: { jointId: number }) {
  const { data } = useQuery({ ...afterQuery(jointId), retry: false });
  return data ? <p>{afterLine(data, dayOf(Date.now()))}</p> : null;
}
