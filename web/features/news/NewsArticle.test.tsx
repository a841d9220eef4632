import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { NewsArticle } from './NewsArticle.tsx';

test('addresses in the text are links, and nothing else is', async () => {
  await show(
    <NewsArticle
      item={{
        id: '4f9b0c0e-7d53-4a6b-9a55-000000000001',
        title: 'A new manual',
        location: 'Pune',
        description:
          'See https://example.org/documents/12. Also (http://example.org/a?b=c), <b>https</b> and javascript:alert(1)\nNext line.',
        pictureAddress: '',
        picture: null,
        active: true,
        createdAt: '2026-01-05T06:30:00.000Z',
        updatedAt: '2026-01-05T06:30:00.000Z',
        version: 1,
      }}
    />,
    { at: '/news' },
  );
  const links = page.getByRole('link').elements() as HTMLAnchorElement[];
  expect(links.map(({ href, textContent }) => [href, textContent])).toEqual([
    ['https://example.org/documents/12', 'https://example.org/documents/12'],
    ['http://example.org/a?b=c', 'http://example.org/a?b=c'],
  ]);
  expect(page.getByRole('article').element().textContent).toContain('<b>https</b> and javascript:alert(1)');
  await expectAccessible();
});
