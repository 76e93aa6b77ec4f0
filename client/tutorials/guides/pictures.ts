import sizes from '../pictures/sizes.json' with { type: 'json' };

const files = import.meta.glob<string>('../pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/**
 * URL of a screenshot (set by the build), and size in pixels, to reserve the space on the page. Empty for an unknown
 * name: tests check the names of all guides.
 */
export function pictureOf(name: string): { src: string; width: number; height: number } {
  const { [name]: [width = 0, height = 0] = [] }: Record<string, number[]> = sizes;
  return { src: files[`../pictures/${name}.webp`] ?? '', width, height };
}
