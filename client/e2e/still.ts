/**
 * Init script of test pages with reduced motion: stops CSS animations. The loading squares animate even under reduced
 * motion, and each frame costs work in four processes while loading.
 */
export function standStill(): void {
  const style = new CSSStyleSheet();
  style.replaceSync(
    '@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; } }',
  );
  document.adoptedStyleSheets.push(style);
}
