import { useEffect } from 'react';
import { create } from 'zustand';
import { Profile } from '../../shared/profiles.ts';
import { useSession } from '../lib/session.store.ts';

interface BareScreen {
  /** Whether a page was asked to stand alone: no header, no footer; null: nobody asked, and a display's does. */
  isBare: boolean | null;
  isFullScreen: boolean;
  /** A display's link ended: what takes the place of its wall stands as alone as the wall did. */
  isKept: boolean;
  /** A page is there that fills the screen below the header: a footer would make it scroll. */
  isFilled: boolean;
}

const useBare = create<BareScreen>(() => ({
  isBare: null,
  isFullScreen: false,
  isKept: false,
  isFilled: false,
}));

/** Whether header and footer give way to the page: a wall that is looked at, not worked with. */
export function useIsBare(): boolean {
  const isDisplay = useSession((state) => state.user?.profileId === Profile.display);
  return useBare((state) => (state.isBare ?? isDisplay) || state.isFullScreen || state.isKept);
}
export const useIsFilled = (): boolean => useBare((state) => state.isFilled);
export const useIsFullScreen = (): boolean => useBare((state) => state.isFullScreen);

/** Leaving also leaves the full screen, which has no header either. */
export function setBare(isBare: boolean): void {
  useBare.setState({ isBare });
  if (!isBare && document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}

/** No header and no footer, whatever page comes, until what is answered is called. */
export function keepBare(): () => void {
  useBare.setState({ isKept: true });
  return () => useBare.setState({ isKept: false });
}

export function toggleFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  // Refused where a frame or a policy forbids it: nothing changes, and the button says so.
  void change.catch(() => undefined);
}

/** For as long as a page is there that fills the screen and may stand alone; afterwards all is as before. */
export function useBareScreen(): void {
  useEffect(() => {
    const note = () => useBare.setState({ isFullScreen: document.fullscreenElement !== null });
    // As it ends the full screen: a way back for who does not find the buttons.
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
