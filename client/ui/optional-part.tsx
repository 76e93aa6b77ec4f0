import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { patientCode } from '../lib/patient-code.ts';

/**
 * Component with code loaded apart from the page, so that the first load of the ballot does not grow. Empty without the
 * code (another build is deployed): an error would empty the page.
 */
export const optionalPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) => {
  const Part = lazy<ComponentType<P>>(() =>
    patientCode(load)().catch(() => ({ default: () => <></> })),
  ) as ComponentType<P>;
  return (props: P) => <Suspense fallback={null}>{createElement(Part, props)}</Suspense>;
};
