import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { pages } from '#web/site/site.ts';
import { officePageAt } from './admin/navigation.ts';
import { officeAddresses } from './admin/pages.ts';
import { linkPages, memberPages } from './pages.ts';

test('each address of the office is a page, and each page is declared once', () => {
  const { root, ...addresses } = paths.admin;
  const declared = [...officeAddresses, ...linkPages, ...memberPages].map(({ path }) => path.toLowerCase());
  expect(declared).toContain(root);
  const lists = Object.values(addresses).filter((address) => typeof address === 'string');
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter((address) => !declared.includes(address.toLowerCase()))).toEqual([]);
  const all = [...declared, ...pages.map(({ path }) => path.toLowerCase())];
  expect(
    all.filter((path, index) => all.indexOf(path) !== index),
    'two pages at one address',
  ).toEqual([]);
});

test('a page below an entry asks for its own power, in any spelling of its address', () => {
  expect(officePageAt('/admin/directory/')?.power).toBe('members');
  expect(officePageAt(paths.admin.person('1'))?.power).toBe('every administrator');
  expect(officePageAt(paths.admin.imports.toUpperCase())?.power).toBe('full');
  expect(officePageAt(paths.admin.checkIn('1'))?.scope).toBe('allIndia');
  expect(officePageAt(paths.admin.root)?.path).toBe(paths.admin.overview);
  expect(officePageAt(paths.admin.login)).toBeUndefined();
});
