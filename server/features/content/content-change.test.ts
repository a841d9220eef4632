import { beforeEach, expect, it, vi } from 'vitest';
import { clearPageCache } from '#server/rendering/rendering.ts';
import { createContact } from '#shared/contracts/contact.ts';
import { listNews, toggleNews } from '#shared/contracts/news.ts';
import { startTestApp } from '#tests/app.ts';
import { newsFactory } from '#tests/factories/content.ts';
import { adminToken } from '#tests/logins.ts';

vi.mock('#server/rendering/rendering.ts', () => ({ clearPageCache: vi.fn(), registerRendering: vi.fn() }));

const site = await startTestApp();
const token = await adminToken(site);
beforeEach(() => vi.mocked(clearPageCache).mockClear());

it('empties the page cache of this process before a change is answered', async () => {
  const { id } = await newsFactory(site);
  await site.ok(toggleNews, { params: { id } }, { token });
  expect(clearPageCache).toHaveBeenCalledTimes(1);
});

it('does not empty it for calls without a change, or for visitors’ calls', async () => {
  await site.ok(listNews, {}, { token });
  await site.fails(toggleNews, { params: { id: 'x' } }, { token });
  const body = { fullname: 'A', email: 'a@example.org', mobile_no: '1', message: 'B' };
  await site.ok(createContact, { body });
  expect(clearPageCache).not.toHaveBeenCalled();
});
