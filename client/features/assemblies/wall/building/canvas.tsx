import { useLayoutEffect, useRef } from 'react';
import type { PlacedUnit } from '../../../../../shared/assemblies/building/plan.ts';
import { type PlacedTower, type SiteSize, siteOf } from '../../../../../shared/assemblies/building/site.ts';
import type { Building } from '../../../../../shared/assemblies/building.api.ts';
import { later } from '../../../../lib/time/later.ts';
import { useMedia } from '../../../../lib/use-media.ts';
import { siteSize } from './site-size.ts';
import styles from './wall-building.module.css';

/** Duration in milliseconds of the first colour step. A unit lights up in two steps. */
const LIGHTING_MS = 300;
/** Width of a bold digit, as a part of the font height. */
const DIGIT = 0.7;
const [LARGEST, SMALLEST] = [30, 9];

interface Size {
  width: number;
  height: number;
}

interface Props {
  all: BuildingUnits;
  /** Size of the drawing in CSS pixels. */
  size: Size;
  label: string;
}

type BuildingUnits = Building['units'];

/**
 * Draws the building on the wall with a window for each unit, lit if registered. A canvas, because 1,500 elements
 * would be too slow; paints only changed units.
 * @param all units of the building with the registration of each
 * @param size width and height in CSS pixels
 * @param label accessible name
 */
export function BuildingCanvas({ all, size, label }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painted = useRef<Painted | null>(null);
  const isForced = useMedia('(forced-colors: active)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours that change are a reason to paint all anew
  useLayoutEffect(() => {
    painted.current = null;
  }, [isForced]);
  // Paints before the next frame: a resized canvas is empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours that changed are painted
  useLayoutEffect(() => {
    const paint = () => {
      if (canvas.current)
        painted.current = paintBuilding(canvas.current, all, size, painted.current, isStill);
    };
    paint();
    return later(paint, LIGHTING_MS);
  }, [all, size, isForced, isStill]);
  return <canvas ref={canvas} className={`full ${styles.windows}`} role="img" aria-label={label} />;
}

type Light = 'dark' | 'lighting' | 'lit';

/** State of the canvas after the last paint, to find the changed units. */
interface Painted {
  all: BuildingUnits;
  size: Size;
  plan: readonly PlacedUnit[];
  towers: readonly PlacedTower[];
  lights: readonly Light[];
}

/**
 * Paints the units with a changed light. Paints all units if the canvas is empty or units changed.
 * @param isStill true to light up at once, without the first colour step
 */
function paintBuilding(
  canvas: HTMLCanvasElement,
  all: BuildingUnits,
  size: Size,
  before: Painted | null,
  isStill: boolean,
): Painted {
  const samePlan = before !== null && before.size === size && isSamePlan(before.all, all) ? before : null;
  const site = siteSize(size);
  const { windows: plan, towers } =
    samePlan === null ? siteOf(all, site) : { windows: samePlan.plan, towers: samePlan.towers };
  const here = new Set(all.filter(({ registered }) => registered).map(({ apartmentId }) => apartmentId));
  const lights = plan.map(({ apartmentId }, at): Light => {
    if (!here.has(apartmentId)) return 'dark';
    return !isStill && samePlan?.lights[at] === 'dark' ? 'lighting' : 'lit';
  });
  const context = canvas.getContext('2d');
  if (context !== null) {
    if (samePlan === null) {
      const scale = window.devicePixelRatio;
      canvas.width = Math.round(size.width * scale);
      canvas.height = Math.round(size.height * scale);
      context.scale(scale, scale);
    }
    const pens = pensOf(canvas);
    if (samePlan === null) for (const tower of towers) paintName(context, pens, tower, site);
    for (const [at, unit] of plan.entries()) {
      const light = lights[at];
      if (light !== undefined && light !== samePlan?.lights[at]) paintUnit(context, pens, unit, light);
    }
  }
  return { all, size, plan, towers, lights };
}

/** True if unit numbers and coefficients are equal, so the rectangles can stay. A registration changes neither. */
function isSamePlan(before: BuildingUnits, now: BuildingUnits): boolean {
  return (
    before.length === now.length &&
    now.every(
      ({ apartmentId, coefficient }, at) =>
        before[at]?.apartmentId === apartmentId && before[at].coefficient === coefficient,
    )
  );
}

type Pens = ReturnType<typeof pensOf>;

/** Reads colours and font for the drawing from the style sheet. */
function pensOf(canvas: HTMLCanvasElement) {
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name);
  const [number, litNumber] = [colour('--number'), colour('--lit-number')];
  return {
    edge: colour('--edge'),
    font: style.fontFamily,
    windows: { dark: colour('--unit'), lighting: colour('--lighting'), lit: colour('--lit') },
    numbers: { dark: number, lighting: litNumber, lit: litNumber },
  };
}

/** Writes the name of a tower below its street. */
function paintName(
  context: CanvasRenderingContext2D,
  pens: Pens,
  { name, x, width, street }: PlacedTower,
  { names }: SiteSize,
): void {
  context.fillStyle = pens.numbers.dark;
  context.font = `600 ${Math.min(LARGEST, names * 0.6)}px ${pens.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, x + width / 2, street + names / 2, width);
}

function paintUnit(
  context: CanvasRenderingContext2D,
  pens: Pens,
  { apartmentId, x, y, width, height }: PlacedUnit,
  light: Light,
): void {
  // Gap between units that shows the background. The narrowest units keep all their width.
  const gap = Math.min(1.5, width / 8, height / 8);
  context.clearRect(x, y, width, height);
  context.fillStyle = pens.windows[light];
  context.fillRect(x + gap, y + gap, width - 2 * gap, height - 2 * gap);
  context.strokeStyle = pens.edge;
  context.strokeRect(x + gap, y + gap, width - 2 * gap, height - 2 * gap);
  const font = Math.min(LARGEST, height * 0.5, (width - 8) / (apartmentId.length * DIGIT));
  if (font < SMALLEST) return;
  context.fillStyle = pens.numbers[light];
  context.font = `600 ${font}px ${pens.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(apartmentId, x + width / 2, y + height / 2);
}
