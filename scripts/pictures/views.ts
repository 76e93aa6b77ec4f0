/** How screens are looked at: sizes and themes. */

export const sizes = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
] as const;
export const wallSizes = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
] as const;
export const themes = ['light', 'dark'] as const;
