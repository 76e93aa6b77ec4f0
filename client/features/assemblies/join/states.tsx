import { lazy } from 'react';
import { patientCode } from '../../../lib/patient-code.ts';
import { Notice } from '../../../ui/page.tsx';

/**
 * Dialog shown before a sign-in replaces the session of another user in this tab. The code is downloaded only when
 * needed.
 */
// Loaded on demand: few phones have the session of another user. The page shows its loading squares meanwhile.
export const SomebodyElse = lazy(
  patientCode(async () => ({ default: (await import('./somebody-else.tsx')).SessionQuestion })),
);

/** Notice on sign-in pages about a lost network: the page goes on by itself, and the user need not act. */
export function NoNetwork() {
  return (
    <Notice kind="warning" title="Sin conexión.">
      <p>Esta página sigue intentando por sí sola; no necesita hacer nada.</p>
      <p>Revise que su teléfono esté conectado a la red.</p>
    </Notice>
  );
}
