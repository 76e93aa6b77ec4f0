import type { ReactNode } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { Stack } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';

type Mode = 'registration' | 'counting';

/** Which of the two this tab stands at; a reload at the counting table stays there. */
const useMode = create<{ mode: Mode }>()(
  persist((): { mode: Mode } => ({ mode: 'registration' }), {
    name: 'scaf.door-mode',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

onSessionEnd(() => {
  useMode.setState({ mode: 'registration' });
  useMode.persist.clearStorage();
});

/** The page is one desk or the other: what is scanned at one never does what the other does. */
export function DoorModes({ registration, counting }: { registration: ReactNode; counting: ReactNode }) {
  const mode = useMode((state) => state.mode);
  return (
    <Tabs
      label="Modo"
      value={mode}
      onChange={(id) => useMode.setState({ mode: id === 'counting' ? 'counting' : 'registration' })}
      items={[
        { id: 'registration', title: 'Registro', content: <Stack>{registration}</Stack> },
        { id: 'counting', title: 'Conteo de votos', content: <Stack>{counting}</Stack> },
      ]}
    />
  );
}
