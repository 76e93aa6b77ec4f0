interface Props {
  /** Squares of the QR code, a text per row: '1' is a dark square. */
  rows: readonly string[];
  label: string;
  className?: string | undefined;
}

/** Width of the white margin around a QR code, in squares, as readers need. */
const QUIET = 4;

/**
 * Draws a QR code with a white margin, also in the dark theme, because some phones do not read an inverted code.
 * @param rows squares of the code, a text per row: '1' is a dark square
 * @param label accessible name
 */
export function QrImage({ rows, label, className }: Props) {
  const side = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) =>
      [...row].map((sign, x) => (sign === '1' ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
    )
    .join('');
  return (
    <svg viewBox={`0 0 ${side} ${side}`} className={className} role="img" aria-label={label}>
      <path d={`M0 0h${side}v${side}h-${side}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
