import type { SiteSize } from '../../../../../shared/assemblies/building/site.ts';

/** Gap between towers, and height for their names, as parts of the height of the drawing. */
const TOWER_GAP = 0.05;
const NAMES = 0.09;

/** Returns the size of the site drawn on a canvas, in CSS pixels. */
export const siteSize = ({ width, height }: Pick<SiteSize, 'width' | 'height'>): SiteSize => ({
  width,
  height,
  gap: Math.round(height * TOWER_GAP),
  names: Math.round(height * NAMES),
});
