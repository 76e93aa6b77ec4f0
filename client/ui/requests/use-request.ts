import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { failureText, messageOf } from '../../lib/api.ts';
import { toast } from '../toast.tsx';

interface Steps<Out, In> extends Pick<UseMutationOptions<Out, Error, In>, 'onMutate' | 'onSettled'> {
  /** Sentence of the toast after a success; undefined for no toast. */
  done?: string | ((answer: Out, input: In) => string | undefined);
  /** Steps after a success, in order, for example to close a dialog and to refetch. The button stays busy meanwhile. */
  next?: readonly ((() => unknown) | undefined)[] | ((answer: Out, input: In) => unknown);
  /** Toast after a failure. True: sentence of the server. Text: shown unless a rule refused the request. Absent: no toast. */
  failed?: true | string;
}

/**
 * Hook for the request of a button or a form: sends, shows the outcome in a toast, then takes the next steps.
 * @param send sends the request
 * @param done sentence after a success
 * @param next steps after a success
 * @param failed sentence after a failure; absent if the form shows the error
 */
export function useRequest<Out, In = void>(
  send: (input: In) => Promise<Out>,
  { done, next, failed, ...more }: Steps<Out, In>,
) {
  return useMutation<Out, Error, In>({
    mutationFn: send,
    onSuccess: async (answer, input) => {
      const words = typeof done === 'function' ? done(answer, input) : done;
      if (words !== undefined) toast.success(words);
      if (typeof next === 'function') await next(answer, input);
      else for (const step of next ?? []) await step?.();
    },
    onError: (error) => {
      if (failed !== undefined) toast.error(failed === true ? messageOf(error) : failureText(error, failed));
    },
    ...more,
  });
}
