import { matchPath } from 'react-router';
import { paths } from '#shared/paths.ts';
import { type MenuPage, type OfficePage, officePages } from './pages.ts';

/** The office's page at an address; the area's own address shows the overview too. */
export function officePageAt(pathname: string): OfficePage | undefined {
  const here = matchPath(paths.admin.root, pathname) ? paths.admin.overview : pathname;
  return officePages.find(({ path }) => matchPath(path, here));
}

/** Whether a page belongs to an entry of the menu without being its own. */
export const isBelow = ({ below = [] }: MenuPage, page: OfficePage | undefined): boolean =>
  below.some(({ path }) => path === page?.path);
