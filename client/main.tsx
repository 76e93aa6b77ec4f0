import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isPractice } from './app/menu-kinds.ts';
import { startHeads } from './features/assemblies/checkpoints/start-heads.ts';
import { startDoor } from './features/assemblies/door/keeping.ts';
import { askEarly } from './features/assemblies/join/ask-early.ts';
import { takeEntryLink } from './features/assemblies/join/link.ts';
import { queryClient } from './lib/query.ts';
import { renewStoredSession, renewWhileUsed } from './lib/session.ts';
import { Router } from './router.tsx';
import { loadTypeface } from './ui/face/typeface.ts';
import { UiProvider } from './ui/provider.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

function draw(place: HTMLElement): void {
  if (!isPractice(window.location.pathname)) {
    void renewStoredSession();
    renewWhileUsed();
  }
  loadTypeface(() => queryClient.isFetching() > 0);
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <Router />
        </UiProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

takeEntryLink();
askEarly();
startHeads();
// Not awaited: imports inside wait until this module has finished.
void startDoor().finally(() => draw(root));
