import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';

interface PaperChoice {
  paper: PaperSize;
  choose: (paper: PaperSize) => void;
}

/**
 * Paper format in the printer of this computer, stored in the browser. Default: letter, usual in Colombian offices.
 */
export const usePaperChoice = create<PaperChoice>()(
  persist((set) => ({ paper: 'letter', choose: (paper) => set({ paper }) }), { name: 'scaf.paper' }),
);
