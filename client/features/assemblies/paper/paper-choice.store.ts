import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';

interface PaperChoice {
  paper: PaperSize;
  choose: (paper: PaperSize) => void;
}

/** The paper in this desk's printer; Colombian offices print on letter. */
export const usePaperChoice = create<PaperChoice>()(
  persist((set) => ({ paper: 'letter', choose: (paper) => set({ paper }) }), {
    name: 'scaf.paper',
    storage: createJSONStorage(() => localStorage),
  }),
);
