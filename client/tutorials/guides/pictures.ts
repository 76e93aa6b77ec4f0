import sizes from '../pictures/sizes.json' with { type: 'json' };

export type PictureName = keyof typeof sizes;

const files = import.meta.glob<string>('../pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** URL of a screenshot (set by the build), and size in pixels, to reserve the space on the page. */
export function pictureOf(name: PictureName): { src: string; width: number; height: number } {
  return { src: files[`../pictures/${name}.webp`] ?? '', ...sizes[name] };
}
