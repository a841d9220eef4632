import { paths } from '#shared/paths.ts';

/** The page of this area that was requested before the login, from the navigation's state. */
export function returnPath(state: unknown): string {
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined;
  const inside = typeof next === 'string' && next.toLowerCase().startsWith(`${paths.admin.root}/`);
  return inside ? next : paths.admin.overview;
}
