/** The language that a text is mostly written in, by its letters; undefined without letters, and for scripts of several languages. */
export function languageOfText(text: string): string | undefined {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const all = count(/\p{L}/gu);
  const most = scripts.find(([pattern]) => count(pattern) * 2 > all);
  return most?.[1];
}

const scripts: readonly [RegExp, string][] = [
  [/\p{Script=Latin}/gu, 'en'],
  [/(?=\p{L})\p{Script=Devanagari}/gu, 'hi'],
  [/(?=\p{L})\p{Script=Bengali}/gu, 'bn'],
  [/(?=\p{L})\p{Script=Gurmukhi}/gu, 'pa'],
  [/(?=\p{L})\p{Script=Gujarati}/gu, 'gu'],
  [/(?=\p{L})\p{Script=Oriya}/gu, 'or'],
  [/(?=\p{L})\p{Script=Tamil}/gu, 'ta'],
  [/(?=\p{L})\p{Script=Telugu}/gu, 'te'],
  [/(?=\p{L})\p{Script=Kannada}/gu, 'kn'],
  [/(?=\p{L})\p{Script=Malayalam}/gu, 'ml'],
  [/(?=\p{L})\p{Script=Arabic}/gu, 'ur'],
];
