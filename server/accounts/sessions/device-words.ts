/** Names by what a User-Agent says, the more particular first: all of them call themselves Mozilla, many Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(Tizen|Web0S|WebOS|SMART-TV|SmartTV|AppleTV|GoogleTV)\b/i, 'televisor'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];
/** What is read of a header that anybody may make as long as headers get. */
const READ = 400;

/**
 * The browser and the system that a User-Agent names, in words for a list ('Chrome en Windows'); never the header
 * itself, which anybody writes.
 * @returns null where it names neither
 */
export function deviceWords(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, READ);
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined && system === undefined) return null;
  if (system === undefined) return browser ?? null;
  return `${browser ?? 'Navegador'} en ${system}`;
}
