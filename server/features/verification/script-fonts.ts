import { readFile } from 'node:fs/promises';
import { fontPath, scripts } from '#server/platform/typesetting/fonts.ts';
import { paths } from '#shared/paths.ts';

const weights = [400, 600] as const;

const fonts = scripts.flatMap(({ pack, part, ranges }) =>
  weights.map((weight) => ({ pack, weight, ranges, file: `${pack}-${part}-${weight}-normal.woff2` })),
);

/** The scripts of India in the site's own fonts: a browser fetches only those that the page has. */
export const fontFaces = fonts
  .map(({ weight, ranges, file }) => {
    const characters = [...ranges, '200C-200D', '25CC'].map((range) => `U+${range}`).join();
    return `@font-face{font-family:Scripts;font-weight:${weight};font-display:swap;src:url(${paths.verifyFont(file)});unicode-range:${characters}}`;
  })
  .join('\n');

/** A font file's content; undefined for any other name. */
export async function readFont(file: string): Promise<Buffer | undefined> {
  const font = fonts.find((each) => each.file === file);
  return font && readFile(fontPath(font.pack, font.file));
}
