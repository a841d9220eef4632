import { createHash } from 'node:crypto';

/**
 * Runs before the first paint: marks the document with the role of the stored token, so that a logged-in person never
 * sees Register and Login flash up. It steers what is shown and nothing else.
 */
export const sessionScript =
  "try{var t=localStorage.getItem('token');if(t)document.documentElement.dataset.session=t.indexOf('admin_')?'member':'admin'}catch(e){}";

/** The source expression by which a content security policy lets exactly this text run or apply. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
