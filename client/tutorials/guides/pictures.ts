import sizes from '../pictures/sizes.json' with { type: 'json' };

export type PictureName = keyof typeof sizes;

const files = import.meta.glob<string>('../pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** A picture's address, which the build decides, and how large it is, so that its place is kept free. */
export function pictureOf(name: PictureName): { src: string; width: number; height: number } {
  return { src: files[`../pictures/${name}.webp`] ?? '', ...sizes[name] };
}
