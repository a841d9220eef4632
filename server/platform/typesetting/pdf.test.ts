import { expect, it } from 'vitest';
import { readPdf } from '#tests/pdf.ts';
import { createPage } from './drawing.ts';
import { writePdf } from './pdf.ts';

const facts = { title: 'Receipt', author: 'Association' };

it('gives Urdu back in reading order, including numbers and names', async () => {
  const page = createPage(400, 300);
  const texts = ['محمد اقبال صدیقی', 'رسید 2026-27 نمبر 12'];
  for (const [index, text] of texts.entries()) page.text(text, 20, 20 + index * 60, 360, { size: 14 });
  const [read] = await readPdf(writePdf([page.page], facts));
  for (const text of texts) expect(read!.text).toContain(text);
});

it('tags its texts for screen readers, and marks decoration as such', () => {
  const page = createPage(400, 300);
  page.rectangle({ x: 0, y: 0, width: 400, height: 20 }, { fill: '#1b365d' });
  page.text('A text that is long enough to be broken into several lines', 20, 30, 120, { size: 12 });
  page.text('محمد', 20, 120, 120, { size: 12 });
  page.squares([[true]], 300, 200, 40);
  const file = writePdf([page.page, createPage(100, 100).page], facts).toString('latin1');
  expect(file).toContain('/MarkInfo<</Marked true>>');
  const elements = [...file.matchAll(/\/Type\/StructElem\/S\/(\w+)[^>]*?\/K\[([^\]]*)\]([^>]*)>/g)].map(
    ([, role, marks = '', text = '']) => [role, marks.split(' ').length, text.slice(0, 5)],
  );
  expect(elements).toEqual([
    ['P', expect.any(Number), ''],
    ['P', 1, '/Actu'],
    ['Figure', 1, '/Alt<'],
    ['Document', 9, ''],
  ]);
  expect(elements[0]![1]).toBeGreaterThan(1);
});
