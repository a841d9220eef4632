/** The main languages of scripts, in the order in which they are looked for. */
const scripts = [
  ['en', /\p{Script=Latin}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['or', /\p{Script=Oriya}/gu],
  ['ur', /\p{Script=Arabic}/gu],
] as const;

/** The language that most letters of a text are in, by their script; `usual` where no script has more. */
export function languageOfText(text: string, usual: string): string {
  let max = { of: usual, count: 0 };
  for (const [of, letters] of scripts) {
    const count = text.match(letters)?.length ?? 0;
    if (count > max.count) max = { of, count };
  }
  return max.of;
}
