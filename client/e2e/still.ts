/**
 * Script for test pages: stops CSS animations. The loading squares move even under reduced motion, and each frame
 * costs work.
 */
export function standStill(): void {
  const style = new CSSStyleSheet();
  style.replaceSync(
    '@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; } }',
  );
  document.adoptedStyleSheets.push(style);
}
