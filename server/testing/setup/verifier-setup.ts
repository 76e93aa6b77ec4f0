/** Vitest's global setup for what runs from sources: makes the page that verifies an expediente. */
import { makeVerifierPage } from '../../../scripts/lib/verifier-page.mjs';

export default function setup(): Promise<void> {
  return makeVerifierPage('.', 'server/assemblies/evidence/verifiers');
}
