/** The first match counts: most browsers also name others. */
const browsers: [RegExp, string][] = [
  [/\bEdgi?A?(OS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser as its owner knows it: 'Chrome on Android'; '' when it is unknown. */
export function browserName(userAgent: string | undefined): string {
  const said = (userAgent ?? '').slice(0, 500);
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(said))?.[1];
  return [find(browsers), find(systems)].filter((part) => part !== undefined).join(' on ');
}
