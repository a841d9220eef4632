import { createPage, millimetres, type Page } from '#server/platform/typesetting/drawing.ts';
import { writePdf } from '#server/platform/typesetting/pdf.ts';
import { shapeText } from '#server/platform/typesetting/shape.ts';

/** A document to typeset; a line of `paragraphs` that begins with `# ` is a heading, `''` a larger space. */
export interface SampleDocument {
  title: string;
  /** Over the title: who issues it. */
  issuer?: string;
  /** Below the title: number and date. */
  line?: string;
  paragraphs: readonly string[];
}

/** A text on as many A4 pages as it needs, as a PDF. */
export function setDocument({ title, issuer = '', line = '', paragraphs }: SampleDocument): Buffer {
  const [width, height, margin] = [millimetres(210), millimetres(297), 62];
  const inner = width - 2 * margin;
  const bottom = height - 70;
  const pages: Page[] = [];
  let page = createPage(width, height);
  let y = 58;
  const next = () => {
    page.text(String(pages.length + 1), margin, height - 48, inner, { size: 9, align: 'centre' });
    pages.push(page.page);
    page = createPage(width, height);
    y = 58;
  };
  const put = (text: string, style: Parameters<typeof page.text>[4]) => {
    for (const each of shapeText(text, inner, style.size, style.weight)) {
      if (y + each.ascent + each.descent > bottom) next();
      y = page.putLines([each], margin, y, inner, style);
    }
  };
  if (issuer !== '') put(issuer, { size: 12, align: 'centre' });
  y += 6;
  put(title, { size: 15, weight: 700, align: 'centre' });
  if (line !== '') {
    y += 6;
    put(line, { size: 10.5, align: 'centre' });
  }
  y += 14;
  for (const paragraph of paragraphs) {
    if (paragraph === '') y += 10;
    else if (paragraph.startsWith('# ')) {
      y += 6;
      put(paragraph.slice(2), { size: 12, weight: 700 });
      y += 2;
    } else {
      put(paragraph, { size: 11 });
      y += 6;
    }
  }
  next();
  return writePdf(pages, { title, author: issuer || 'Association' });
}
