import type { Item, Page } from './drawing.ts';

const n = (value: number) => String(Math.round(value * 1_000) / 1_000);

function itemMarkup(item: Item): string {
  switch (item.kind) {
    case 'line': {
      const glyphs = item.line.glyphs.map(({ font, glyph, x, y }) => {
        const path = font.path(glyph);
        const scale = item.line.size / font.upem;
        return path && `<path d="${path}" transform="translate(${n(x)} ${n(-y)}) scale(${scale} ${-scale})"/>`;
      });
      const turn = item.turned === 0 ? '' : ` rotate(${n(-item.turned)})`;
      return `<g fill="${item.color}" transform="translate(${n(item.x)} ${n(item.y)})${turn}">${glyphs.join('')}</g>`;
    }
    case 'rectangle':
      return `<rect x="${n(item.x)}" y="${n(item.y)}" width="${n(item.width)}" height="${n(item.height)}" rx="${n(item.radius)}" fill="${item.fill ?? 'none'}" stroke="${item.stroke ?? 'none'}" stroke-width="${n(item.strokeWidth)}"/>`;
    case 'squares':
      return `<path fill="${item.color}" shape-rendering="crispEdges" d="${squaresPath(item)}"/>`;
    case 'jpeg':
      return `<image x="${n(item.x)}" y="${n(item.y)}" width="${n(item.width)}" height="${n(item.height)}" href="data:image/jpeg;base64,${Buffer.from(item.bytes).toString('base64')}"/>`;
  }
}

function squaresPath({ rows, x, y, width }: Extract<Item, { kind: 'squares' }>): string {
  const side = width / rows.length;
  return rows
    .flatMap((row, down) =>
      row.map((isDark, right) =>
        isDark ? `M${n(x + right * side)} ${n(y + down * side)}h${n(side)}v${n(side)}h${n(-side)}z` : '',
      ),
    )
    .join('');
}

/** A page as SVG without fonts: its letters are paths. @param pixels its width */
export function pageSvg({ width, height, items }: Page, pixels: number): string {
  const tall = Math.round((pixels * height) / width);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${tall}" viewBox="0 0 ${n(width)} ${n(height)}">${items.map(itemMarkup).join('')}</svg>`;
}
