import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { chapters } from '../../client/tutorials/guides/chapters.ts';
import { pictureOf } from '../../client/tutorials/guides/pictures.ts';

const FOLDER = fileURLToPath(new URL('../../client/tutorials/pictures', import.meta.url));
const HEAVIEST_BYTES = 60_000;
const ALL_BYTES = 2_200_000;

const guides = chapters.flatMap((chapter) => chapter.guides);
const steps = guides.flatMap((guide) => guide.steps.map((step) => ({ guide: guide.id, ...step })));
const pictures = readdirSync(FOLDER).filter((name) => name.endsWith('.webp'));

it('every place on the page has a separate name', () => {
  const ids = [...chapters, ...guides].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each(guides.map((guide) => [guide.id, guide] as const))(
  '%s has short steps with instructions',
  (_id, guide) => {
    expect(guide.steps.length).toBeGreaterThan(1);
    for (const { text } of guide.steps) expect(text).toMatch(/^[A-ZÁÉÍÓÚ«].{30,300}\.$/);
    expect(guide.steps.some(({ picture }) => picture)).toBe(true);
  },
);

it.each(steps.flatMap(({ guide, picture }) => (picture ? [[guide, picture] as const] : [])))(
  'the picture of %s exists, with description and size',
  (_guide, { name, alt }) => {
    expect(pictures).toContain(`${name}.webp`);
    expect(alt.length).toBeGreaterThan(20);
    const { src, width, height } = pictureOf(name);
    expect(src).toContain(name);
    expect(Math.min(width, height)).toBeGreaterThan(300);
  },
);

it('every picture is used, and all pictures stay below the limit of bytes', () => {
  const shown = new Set(steps.map(({ picture }) => picture && `${picture.name}.webp`));
  expect(pictures.filter((name) => !shown.has(name))).toEqual([]);
  const sizes = pictures.map((name) => statSync(`${FOLDER}/${name}`).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(HEAVIEST_BYTES);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(ALL_BYTES);
});
