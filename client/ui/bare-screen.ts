import { useEffect } from 'react';
import { create } from 'zustand';
import { Profile } from '../../shared/profiles.ts';
import { useSession } from '../lib/session.store.ts';

interface BareScreen {
  /**
   * True to hide header and footer, for a projected screen. Null if the person did not choose; then only a display
   * hides header and footer.
   */
  isBare: boolean | null;
  isFullScreen: boolean;
  /** True if header and footer stay hidden on every page, for the message after the link of a display has ended. */
  isKept: boolean;
  /** True if the page fills the screen below the header; a footer would make the page scroll. */
  isFilled: boolean;
}

const useBare = create<BareScreen>(() => ({
  isBare: null,
  isFullScreen: false,
  isKept: false,
  isFilled: false,
}));

/** Hook: true while header and footer of the application are hidden, as on a projected wall screen. */
export function useIsBare(): boolean {
  const isDisplay = useSession((state) => state.user?.profileId === Profile.display);
  return useBare((state) => (state.isBare ?? isDisplay) || state.isFullScreen || state.isKept);
}
/** Hook: true while the page fills the window, without a footer, for example a wall screen. */
export const useIsFilled = (): boolean => useBare((state) => state.isFilled);
/** True while the page fills the window. */
export const isFilled = (): boolean => useBare.getState().isFilled;
/** Hook: true if the browser shows the page in full screen. */
export const useIsFullScreen = (): boolean => useBare((state) => state.isFullScreen);

/** Hides or shows header and footer. Showing also leaves the full screen. */
export function setBare(isBare: boolean): void {
  useBare.setState({ isBare });
  if (!isBare && document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}

/**
 * Hides header and footer of the application on every page, for a display. Returns a function to show both
 * again.
 */
export function keepBare(): () => void {
  useBare.setState({ isKept: true });
  return () => useBare.setState({ isKept: false });
}

/** Switches the browser's full screen on or off. */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  // A frame or policy may forbid full screen. The state then stays, and so does the button's label.
  void change.catch(() => undefined);
}

/**
 * Hook for a wall screen: while mounted, the page fills the window and may hide header and footer of the
 * application.
 */
export function useBareScreen(): void {
  useEffect(() => {
    const note = () => useBare.setState({ isFullScreen: document.fullscreenElement !== null });
    // Escape also ends the full screen: a way back without finding the buttons.
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setBare(false);
    };
    document.addEventListener('fullscreenchange', note);
    document.addEventListener('keydown', leave);
    note();
    useBare.setState({ isFilled: true });
    return () => {
      document.removeEventListener('fullscreenchange', note);
      document.removeEventListener('keydown', leave);
      setBare(false);
      useBare.setState({ isBare: null, isFullScreen: false, isFilled: false });
    };
  }, []);
}
