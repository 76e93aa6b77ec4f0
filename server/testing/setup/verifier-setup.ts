/**
 * Vitest global setup for tests run from sources: makes the page for verifying an expediente (evidence file of an
 * assembly).
 */
import { makeVerifierPage } from '../../../scripts/lib/verifier-page.mjs';

export default function setup(): Promise<void> {
  return makeVerifierPage('.', 'server/assemblies/evidence/verifiers');
}
