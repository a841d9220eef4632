import { type Language, languageNames } from '#shared/languages.ts';
import type { Item, Page } from './drawing.ts';
import type { Font } from './fonts.ts';
import { hex4, n, PdfFile, utf16 } from './pdf-file.ts';
import { UsedFont } from './pdf-font.ts';

function paint(color: string): string {
  const part = (at: number) => n(Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return `${part(1)} ${part(3)} ${part(5)}`;
}

/** Converts an SVG path to PDF operators; quadratic curves become cubic ones. */
function outlineOperators(path: string): string {
  const out: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const v = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === 'Z') out.push('h');
    else if (command === 'Q') {
      const [cx, cy, ex, ey] = v as [number, number, number, number];
      const third = (from: number, control: number) => n(from + (2 / 3) * (control - from));
      out.push(`${third(x, cx)} ${third(y, cy)} ${third(ex, cx)} ${third(ey, cy)} ${n(ex)} ${n(ey)} c`);
    } else out.push(`${v.map(n).join(' ')} ${command.toLowerCase()}`);
    if (v.length > 0) [x, y] = v.slice(-2) as [number, number];
  }
  return `${out.join('\n')}\nf`;
}

/** Rounded corners as curves. */
function rectanglePath(x: number, y: number, width: number, height: number, radius: number): string {
  if (radius === 0) return `${n(x)} ${n(y)} ${n(width)} ${n(height)} re`;
  const [r, k, right, top] = [radius, radius * 0.4477, x + width, y + height];
  return [
    `${n(x + r)} ${n(y)} m ${n(right - r)} ${n(y)} l`,
    `${n(right - k)} ${n(y)} ${n(right)} ${n(y + k)} ${n(right)} ${n(y + r)} c ${n(right)} ${n(top - r)} l`,
    `${n(right)} ${n(top - k)} ${n(right - k)} ${n(top)} ${n(right - r)} ${n(top)} c ${n(x + r)} ${n(top)} l`,
    `${n(x + k)} ${n(top)} ${n(x)} ${n(top - k)} ${n(x)} ${n(top - r)} c ${n(x)} ${n(y + r)} l`,
    `${n(x)} ${n(y + k)} ${n(x + k)} ${n(y)} ${n(x + r)} ${n(y)} c h`,
  ].join('\n');
}

/** Arabic letters, in which Urdu is written. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;

const reversed = (text: string) => [...text].reverse().join('');

/**
 * A line in visual order. Programs that extract text from a page reverse right-to-left runs, also
 * of `ActualText`; structure-based readers get the logical order.
 */
function asSeen(text: string): string {
  if (!rightToLeft.test(text)) return text;
  const [strong = ''] = /[A-Za-z]|[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/.exec(text) ?? [];
  if (rightToLeft.test(strong)) return reversed(text).replace(/[0-9A-Za-z](?:[^\s]*[0-9A-Za-z])?/g, reversed);
  return text.replace(
    /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]+(?:\s+[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]+)*/g,
    reversed,
  );
}

/** A tagged element: a text or a picture, with its marked content in reading order. */
interface Element {
  role: 'P' | 'Figure';
  marks: number[];
  /** The lines of a text, or the description of a picture. */
  texts: string[];
}

const pictureTexts = { jpeg: 'Picture', squares: 'QR code' } as const;

export interface PdfFacts {
  title: string;
  author: string;
  language?: Language;
}

/** A document of these pages; the same pages give the same bytes. */
export function writePdf(pages: readonly Page[], { title, author, language = 'en' }: PdfFacts): Buffer {
  const file = new PdfFile();
  const tree = file.reserve();
  const fonts = new Map<Font, UsedFont>();
  const pictures = new Map<Uint8Array, number>();

  function fontInUse(font: Font): UsedFont {
    const usedFont = fonts.get(font) ?? new UsedFont(font, `F${fonts.size + 1}`);
    fonts.set(font, usedFont);
    return usedFont;
  }

  function pictureInUse({ bytes, pixels }: Extract<Item, { kind: 'jpeg' }>): number {
    const objectNumber = pictures.get(bytes);
    if (objectNumber !== undefined) return objectNumber;
    const entries = `/Type/XObject/Subtype/Image/Width ${pixels.width}/Height ${pixels.height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`;
    const number = file.stream(bytes, entries, false);
    pictures.set(bytes, number);
    return number;
  }

  /** Adjacent glyphs of one font and height in one operator, with adjustments from their default positions. */
  function lineOperators({ line, color, turned, x, y }: Extract<Item, { kind: 'line' }>, height: number): string {
    const angle = (turned * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const matrix = `${n(cos)} ${n(sin)} ${n(-sin)} ${n(cos)} ${n(x)} ${n(height - y)} cm`;
    const out = ['q', `${paint(color)} rg`, matrix, 'BT'];
    // In many scripts glyphs are not in reading order.
    const isReordered = /[\u0300-\u1FFF\uA800-\uFEFF]/.test(line.text);
    if (isReordered) out.unshift(`/Span <</ActualText <feff${utf16(asSeen(line.text))}>>> BDC`);
    const outlines: string[] = [];
    let piece: { font: UsedFont; y: number; pen: number; shown: string } | undefined;
    const end = () => {
      if (piece) out.push(`[${piece.shown}] TJ`);
      piece = undefined;
    };
    for (const glyph of line.glyphs) {
      const scale = line.size / glyph.font.upem;
      if (glyph.text === '') {
        // A further glyph of the same character: drawn as a path, since there is no further text to copy.
        const path = glyph.font.path(glyph.glyph);
        if (path) {
          outlines.push(`q ${scale} 0 0 ${scale} ${n(glyph.x)} ${n(glyph.y)} cm ${outlineOperators(path)} Q`);
        }
        continue;
      }
      const font = fontInUse(glyph.font);
      if (!piece || piece.font !== font || Math.abs(piece.y - glyph.y) > 0.001) {
        end();
        out.push(`/${font.name} ${n(line.size)} Tf`, `1 0 0 1 ${n(glyph.x)} ${n(glyph.y)} Tm`);
        piece = { font, y: glyph.y, pen: glyph.x, shown: '' };
      }
      const back = ((piece.pen - glyph.x) * 1_000) / line.size;
      if (Math.abs(back) > 0.5) piece.shown += n(back);
      piece.shown += `<${hex4(font.code(glyph.glyph, glyph.text))}>`;
      piece.pen = glyph.x + glyph.font.advance(glyph.glyph) * scale;
    }
    end();
    out.push('ET', ...outlines, 'Q');
    if (isReordered) out.push('EMC');
    return out.join('\n');
  }

  function operators(item: Item, height: number): string {
    switch (item.kind) {
      case 'line':
        return lineOperators(item, height);
      case 'rectangle': {
        const path = rectanglePath(item.x, height - item.y - item.height, item.width, item.height, item.radius);
        const fill = item.fill ? `${paint(item.fill)} rg ` : '';
        const stroke = item.stroke ? `${paint(item.stroke)} RG ${n(item.strokeWidth)} w ` : '';
        return `q ${fill}${stroke}${path} ${item.fill ? (item.stroke ? 'B' : 'f') : 'S'} Q`;
      }
      case 'squares': {
        const side = item.width / item.rows.length;
        const squares = item.rows.flatMap((row, down) =>
          row.map((isDark, right) =>
            isDark
              ? `${n(item.x + right * side)} ${n(height - item.y - (down + 1) * side)} ${n(side)} ${n(side)} re`
              : '',
          ),
        );
        return `q ${paint(item.color)} rg\n${squares.filter((square) => square !== '').join('\n')}\nf Q`;
      }
      case 'jpeg':
        return `q ${n(item.width)} 0 0 ${n(item.height)} ${n(item.x)} ${n(height - item.y - item.height)} cm /P${pictureInUse(item)} Do Q`;
    }
  }

  /** A page's content with its marks, and the elements they belong to. */
  function marked({ items, height }: Page): { content: string; elements: Element[] } {
    const elements: Element[] = [];
    let marks = 0;
    let paragraph: number | undefined;
    const content = items.map((item) => {
      const drawn = operators(item, height);
      const isNext = item.kind === 'line' && item.paragraph === paragraph;
      paragraph = item.kind === 'line' ? item.paragraph : undefined;
      if (item.kind === 'rectangle') return `/Artifact BMC\n${drawn}\nEMC`;
      const role = item.kind === 'line' ? 'P' : 'Figure';
      const text = item.kind === 'line' ? item.line.text : pictureTexts[item.kind];
      if (!isNext) elements.push({ role, marks: [], texts: [] });
      const element = elements.at(-1)!;
      element.marks.push(marks);
      element.texts.push(text);
      marks += 1;
      return `/${role} <</MCID ${marks - 1}>> BDC\n${drawn}\nEMC`;
    });
    return { content: content.join('\n'), elements };
  }

  const resources = file.reserve();
  const structure = file.reserve();
  const body = file.reserve();
  const read: number[] = [];
  const parents: string[] = [];
  const kids = pages.map((page, index) => {
    const { content, elements } = marked(page);
    const number = file.reserve();
    const ofMarks: number[] = [];
    for (const { role, marks, texts } of elements) {
      const text = texts.join(' ');
      const operators =
        role === 'Figure'
          ? `/Alt<feff${utf16(text)}>`
          : rightToLeft.test(text)
            ? `/ActualText<feff${utf16(text)}>`
            : '';
      const element = file.object(
        `<</Type/StructElem/S/${role}/P ${body} 0 R/Pg ${number} 0 R/K[${marks.join(' ')}]${operators}>>`,
      );
      read.push(element);
      for (const mark of marks) ofMarks[mark] = element;
    }
    parents.push(`${index}[${ofMarks.map((element) => `${element} 0 R`).join(' ')}]`);
    const stream = file.stream(Buffer.from(content));
    file.write(
      number,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${n(page.width)} ${n(page.height)}]/Resources ${resources} 0 R/Contents ${stream} 0 R/StructParents ${index}/Tabs/S>>`,
    );
    return number;
  });
  file.write(
    body,
    `<</Type/StructElem/S/Document/P ${structure} 0 R/K[${read.map((element) => `${element} 0 R`).join(' ')}]>>`,
  );
  file.write(
    structure,
    `<</Type/StructTreeRoot/K ${body} 0 R/ParentTree<</Nums[${parents.join(' ')}]>>/ParentTreeNextKey ${pages.length}>>`,
  );
  const fontEntries = [...fonts.values()].map((font) => `/${font.name} ${font.write(file)} 0 R`).join('');
  const pictureEntries = [...pictures.values()].map((number) => `/P${number} ${number} 0 R`).join('');
  file.write(resources, `<</Font<<${fontEntries}>>/XObject<<${pictureEntries}>>>>`);
  file.write(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`);
  const root = file.object(
    `<</Type/Catalog/Pages ${tree} 0 R/Lang(${languageNames[language].tag})/MarkInfo<</Marked true>>/StructTreeRoot ${structure} 0 R/ViewerPreferences<</DisplayDocTitle true>>>>`,
  );
  const info = file.object(`<</Title<feff${utf16(title)}>/Author<feff${utf16(author)}>>>`);
  return file.finish(root, info);
}
