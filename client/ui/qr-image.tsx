interface Props {
  /** Modules, a text per row: '1' is dark. */
  rows: readonly string[];
  label: string;
  className?: string | undefined;
}

/** White margin that readers need around a QR, in modules. */
const QUIET = 4;

/** QR code with a white margin, also on a dark theme: some phones do not read an inverted code. */
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
