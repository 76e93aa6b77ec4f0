import { type ComponentType, lazy } from 'react';
import { patientCode } from '../lib/patient-code.ts';

/**
 * Component with code loaded apart from the page, so that the first load of the ballot does not grow. Empty without the
 * code (another build is deployed): an error would empty the page.
 */
export const optionalPart = <P,>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy<ComponentType<P>>(() => patientCode(load)().catch(() => ({ default: () => <></> })));
