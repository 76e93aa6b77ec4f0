/** Smallest contrast of text on a ground for readers with weak sight (WCAG 2.1, AA). */
export const READABLE = 4.5;

/** Dark ink of screens and papers (`--ink` of client/ui/tokens.css). */
const INK = '#15262a';
const WHITE = '#ffffff';

/** Colour as a ground for text: both as '#rrggbb', with a contrast of at least 4.5. */
export interface Ground {
  ground: string;
  /** Colour of the text on the ground. */
  ink: string;
}

/** Colour of a joint without a chosen colour: the petrol of SCAF with white text. */
export const houseGround: Ground = { ground: '#0b5563', ink: WHITE };

/** Red, green and blue of '#rrggbb' as linear light, 0 to 1. */
function lightOf(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}

function colourOf(light: readonly number[]): string {
  const bytes = light.map((part) => {
    const share = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.floor(share * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

/** Returns the contrast of two colours '#rrggbb', 1 to 21 (WCAG 2.1, relative luminance). */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = lightOf(colour);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/**
 * Returns a joint's colour as a ground with readable text: white or ink, by contrast. A colour too
 * bright for white and too dark for ink is darkened, with the same hue, until white is readable.
 * @param colour '#rrggbb'; null for the colour of SCAF
 */
export function groundOf(colour: string | null): Ground {
  if (colour === null) return houseGround;
  const chosen = colour.toLowerCase();
  const ink = contrast(chosen, WHITE) >= contrast(chosen, INK) ? WHITE : INK;
  if (contrast(chosen, ink) >= READABLE) return { ground: chosen, ink };
  let light = lightOf(chosen);
  let ground = chosen;
  while (contrast(ground, WHITE) < READABLE) {
    light = light.map((part) => part * 0.97);
    ground = colourOf(light);
  }
  return { ground, ink: WHITE };
}
