/** Window and settings for a picture of a screen. */

export interface Look {
  width: number;
  height: number;
  isDark?: true;
  /** Size of letters, in percent of the usual size. */
  text?: number;
  /** True for forced colours of the system, as in the high contrast of Windows. */
  isForced?: true;
  /** True for a user without the setting 'less motion'. All other pictures have the setting. */
  isMoving?: true;
  /** True to take only the visible window, not the whole page. */
  isWindow?: true;
  /** True for pictures of wall displays only (people read a wall from afar). */
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
