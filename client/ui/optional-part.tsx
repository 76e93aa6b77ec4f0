import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { patientCode } from '../lib/patient-code.ts';

/**
 * Component with code loaded at the first drawing: the first load of a page stays small.
 * @param load loads the component
 * @param fallback shown until the code has arrived
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): (props: P) => ReactNode {
  const Part = lazy<ComponentType<P>>(
    patientCode(async () => ({ default: await load() })),
  ) as ComponentType<P>;
  return (props) => <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>;
}

/**
 * Component with code loaded apart from the page. Empty without the code (another build is deployed): an error would
 * empty the page.
 */
export const optionalPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazyPart<P>(() =>
    patientCode(load)().then(
      (module) => module.default,
      () => () => <></>,
    ),
  );
