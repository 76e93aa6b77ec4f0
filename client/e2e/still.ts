/**
 * Script for test pages: stops CSS animations, because each frame costs processor time. (The loading
 * squares move even under reduced motion.)
 */
export function standStill(): void {
  const style = new CSSStyleSheet();
  style.replaceSync(
    '@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; } }',
  );
  document.adoptedStyleSheets.push(style);
}
