import { useSyncExternalStore } from 'react';
import { create } from 'zustand';

type Theme = 'light' | 'dark';

const KEY = 'scaf.theme';
const systemIsDark = '(prefers-color-scheme: dark)';

/** Null: as the system has it. */
const useChosen = create<{ theme: Theme | null }>(() => ({ theme: kept() }));

function kept(): Theme | null {
  try {
    const theme = sessionStorage.getItem(KEY);
    return theme === 'light' || theme === 'dark' ? theme : null;
  } catch {
    return null;
  }
}

function apply(theme: Theme | null): void {
  if (theme === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Draws the page as this tab was asked to last; once, before the first drawing. */
export function applyKeptTheme(): void {
  apply(kept());
}

/** The theme that is shown; a system that turns dark in the evening turns the page's buttons with it. */
export function useTheme(): Theme {
  const chosen = useChosen((state) => state.theme);
  const isDark = useSyncExternalStore(followSystem, () => window.matchMedia(systemIsDark).matches);
  return chosen ?? (isDark ? 'dark' : 'light');
}

function followSystem(onChange: () => void): () => void {
  const query = window.matchMedia(systemIsDark);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Light or dark, for this tab, until it is closed. */
export function setTheme(theme: Theme): void {
  useChosen.setState({ theme });
  apply(theme);
  try {
    sessionStorage.setItem(KEY, theme);
  } catch {
    // Without storage it lasts until the page is loaded again.
  }
}
