import { createHash } from 'node:crypto';

/**
 * Runs before the first paint: marks the document with the role of the stored token, so that a logged-in person never
 * sees Register and Login flash up. It steers what is shown and nothing else.
 */
export const sessionScript =
  "try{var t=localStorage.getItem('token');if(t)document.documentElement.dataset.session=t.indexOf('admin_')?'member':'admin'}catch(e){}";

/** The id of the template that holds the tags of the page's scripts until they are wanted. */
export const scriptsTemplate = 'scripts';

/**
 * Fetches the page's scripts once it has been painted, so that they take nothing from the text and pictures that a
 * person waits for. A page whose template says `data-after="load"` waits for its pictures as well. A window that nobody
 * looks at paints nothing.
 */
export const startScript = [
  `(function(t){if(!t)return;function add(){document.head.append(t.content)}`,
  `function painted(f){document.hidden?f():requestAnimationFrame(function(){requestAnimationFrame(f)})}`,
  `t.dataset.after&&document.readyState!='complete'?addEventListener('load',function(){painted(add)}):painted(add)`,
  `})(document.getElementById('${scriptsTemplate}'))`,
].join('');

/** The source expression by which a content security policy lets exactly this text run or apply. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
