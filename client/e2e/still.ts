/**
 * Init script of test pages with reduced motion: no CSS animation runs. The loading squares breathe under reduced motion
 * too, and each of their frames costs work in four processes for as long as anything loads.
 */
export function standStill(): void {
  const style = new CSSStyleSheet();
  style.replaceSync(
    '@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; } }',
  );
  document.adoptedStyleSheets.push(style);
}
