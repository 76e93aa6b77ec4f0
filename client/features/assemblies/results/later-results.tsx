import { useEffect } from 'react';
import { lazyPart } from '../../../ui/optional-part.tsx';

const load = () => import('./joint-results.tsx');

/**
 * Hook: downloads the code of the results once, at the first touch of the page. Otherwise two hundred phones would
 * download the code at once when a question closes.
 */
export function useResultsReady(): void {
  useEffect(() => {
    const fetchCode = () => void load().catch(() => undefined);
    document.addEventListener('pointerdown', fetchCode, { once: true });
    return () => document.removeEventListener('pointerdown', fetchCode);
  }, []);
}

/**
 * Results of a joint's closed questions on an owner's page. The code is downloaded after the voting form, so a page
 * shows the form first.
 */
export const LaterResults = lazyPart(async () => (await load()).default);
