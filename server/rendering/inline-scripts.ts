import { createHash } from 'node:crypto';
import { earlyLoginId, earlyLoginTemplate, hydratedEvent } from '#shared/rendered-page.ts';

/**
 * Runs before the first paint: marks the document with the role of the stored token, so that a logged-in person never
 * sees Register and Login flash up. It steers what is shown and nothing else.
 */
export const sessionScript =
  "try{var t=localStorage.getItem('token');if(t)document.documentElement.dataset.session=t.indexOf('admin_')?'member':'admin'}catch(e){}";

/** The id of the template that holds the tags of the page's scripts until they are wanted. */
export const scriptsTemplate = 'scripts';

/**
 * Fetches the page's scripts as its template's `data-after` says: once it has been painted (`paint`); once its pictures are
 * there too (`load`); or not before somebody touches it, so that who only reads carries none of them (`touch`; with a
 * stored token as for `load`, because the page then shows more, and to open the login dialog as for `paint`). A window that
 * nobody looks at paints nothing.
 *
 * A press on a link to the login dialog opens the one that the page carries in a template; what is pressed in it is remembered
 * for the one that takes its place. Closed, it is gone, with all that was typed.
 *
 * A pointer that only rests where the page appears has not moved, though the browser says so.
 * A button, or a link to a dialog, that is pressed before the page is hydrated is pressed again as soon as it is; when no
 * script comes, it does what it does without one. So is the tab to which an arrow key leads.
 */
export const startScript = [
  `(function(t){if(!t)return;var w,a=t.dataset.after;`,
  `var s=['pointermove','pointerdown','keydown','focusin'];`,
  `function add(){t&&document.head.append(t.content);t=0;s.forEach(function(n){removeEventListener(n,touched)})}`,
  `function touched(e){if(e.type!=s[0]||e.movementX||e.movementY)add()}`,
  `function painted(){document.hidden?add():requestAnimationFrame(function(){requestAnimationFrame(add)})}`,
  `function again(){removeEventListener('click',hold,true);removeEventListener('keydown',key,true);var l=w;w=0;l&&l.click()}`,
  `function early(){var d=document.getElementById('${earlyLoginTemplate}');if(!d||!d.content.querySelector('dialog').showModal)return;`,
  `document.body.append(d.content.cloneNode(true));d=document.getElementById('${earlyLoginId}');`,
  `d.addEventListener('close',function(){d.remove()});d.showModal();return d}`,
  `function hold(e){var l=e.target.closest('button:not([popovertarget],[formmethod]),a[aria-haspopup=dialog]');`,
  `if(!l||e.ctrlKey||e.metaKey||e.shiftKey)return;e.preventDefault();add();var d=l.closest('#${earlyLoginId}');`,
  `if(d){d.dataset.pressed=l.getAttribute('aria-label')||l.textContent;return}if(l.matches('a[href*="?login"]')&&early())return;w=l;`,
  `setTimeout(again,5e3)}`,
  `function key(e){var l=/^Arrow(Left|Right)$/.test(e.key)&&e.target.closest('[role=tab]');`,
  `l=l&&l.parentNode.querySelector('[role=tab][aria-selected=false]');if(!l)return;`,
  `w=l;l.focus();add();setTimeout(again,5e3)}`,
  `addEventListener('click',hold,true);addEventListener('keydown',key,true);`,
  `addEventListener('${hydratedEvent}',again,{once:true});`,
  `if(a=='touch'&&/[?&]login/.test(location.search)){a='paint';document.documentElement.dataset.session||early()}`,
  `if(a=='touch'&&document.documentElement.dataset.session)a='load';`,
  `if(a=='touch')s.forEach(function(n){addEventListener(n,touched,{passive:true})});`,
  `else a=='load'&&document.readyState!='complete'?addEventListener('load',painted):painted()`,
  `})(document.getElementById('${scriptsTemplate}'))`,
].join('');

/** The source expression by which a content security policy lets exactly this text run or apply. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
