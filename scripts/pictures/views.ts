/** How screens are looked at. */

export interface Look {
  width: number;
  height: number;
  isDark?: true;
  /** Size of the letters, percent of what is usual. */
  text?: number;
  /** The colours of the system, as of Windows' high contrast. */
  isForced?: true;
  /** Whoever looks did not ask for less motion. In all other looks they did. */
  isMoving?: true;
  /** What stands in the window, and not the whole page. */
  isWindow?: true;
  /** Of the wall alone, which is looked at from afar. */
  isHall?: true;
}

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1366, height: 768 };
const WALL = { width: 1920, height: 1080, isWindow: true, isHall: true } as const;

export const looks: Readonly<Record<string, Look>> = {
  phone: PHONE,
  'phone-dark': { ...PHONE, isDark: true },
  laptop: LAPTOP,
  'laptop-dark': { ...LAPTOP, isDark: true },
  narrow: { width: 320, height: 640 },
  turned: { width: 740, height: 360, isWindow: true },
  'phone-large': { ...PHONE, text: 200 },
  'laptop-large': { ...LAPTOP, text: 200 },
  'phone-forced': { ...PHONE, isForced: true, isDark: true },
  'laptop-forced': { ...LAPTOP, isForced: true },
  'phone-moving': { ...PHONE, isMoving: true },
  wall: WALL,
  'wall-dark': { ...WALL, isDark: true },
  'wall-forced': { ...WALL, isForced: true, isDark: true },
  'old-wall': { ...WALL, width: 1024, height: 768 },
};
