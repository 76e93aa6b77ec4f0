import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

/**
 * Something a person does on a screen. Unlike the library's default it is not held back while the browser
 * believes to be offline: a hall's server stands in the same room, and who waits wants an answer or a fault.
 */
export function useAct<Input, Output>(options: UseMutationOptions<Output, Error, Input>) {
  return useMutation<Output, Error, Input>({ networkMode: 'always', ...options });
}
