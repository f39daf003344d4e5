/**
 * Patterns of browsers in order of precedence. A browser's user agent also names other browsers: Edge names Chrome and
 * Safari.
 */
const BROWSER_PATTERNS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEM_PATTERNS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatchingName = (text: string, known: [RegExp, string][]) => known.find(([sign]) => sign.test(text))?.[1];

/** Describes a client ("Firefox on Windows") by its user agent, which can be forged. */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = firstMatchingName(text, BROWSER_PATTERNS) ?? /^[\w.-]{1,30}/.exec(text)?.[0];
  const system = firstMatchingName(text, SYSTEM_PATTERNS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
