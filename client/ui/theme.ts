import { useSyncExternalStore } from 'react';
import { create } from 'zustand';

type Theme = 'light' | 'dark';

const THEME_KEY = 'scaf.theme';
const systemIsDark = '(prefers-color-scheme: dark)';

/** Store of the chosen theme. Null follows the theme of the system. */
const useChosen = create<{ theme: Theme | null }>(() => ({ theme: storedTheme() }));

function storedTheme(): Theme | null {
  try {
    const theme = sessionStorage.getItem(THEME_KEY);
    return theme === 'light' || theme === 'dark' ? theme : null;
  } catch {
    return null;
  }
}

function apply(theme: Theme | null): void {
  if (theme === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Applies the theme (light or dark) chosen earlier in the tab. Called once, before the first drawing. */
export function applyKeptTheme(): void {
  apply(storedTheme());
}

/** Hook: returns the visible theme, light or dark. Follows a change of the system theme. */
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

/** Shows the light or dark theme at once, and stores the choice until the tab closes. */
export function setTheme(theme: Theme): void {
  useChosen.setState({ theme });
  apply(theme);
  try {
    sessionStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage the theme lasts until the next page load.
  }
}
