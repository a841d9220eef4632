import { createHash } from 'node:crypto';
import { earlyLoginId, earlyLoginTemplate, hydratedEvent } from '#shared/rendered-page.ts';

/**
 * Runs before the first paint: marks the document with the role of the stored token, so that a logged-in person never
 * sees Register and Login flash up. It only decides what is shown.
 */
export const sessionScript =
  "try{var t=localStorage.getItem('token');if(t)document.documentElement.dataset.session=t.indexOf('admin_')?'member':'admin'}catch(e){}";

/** The id of the template that holds the script tags of the page until they are needed. */
export const scriptsTemplate = 'scripts';

/**
 * Fetches the page's scripts as its template's `data-after` says: after the first paint (`paint`); after its pictures have loaded
 * too (`load`); or at the first interaction, so that a visitor who only reads downloads none (`touch`; with a stored token as for
 * `load`, because the page then shows more, and to open the login dialog as for `paint`). A hidden window never paints, so it
 * fetches them at once.
 *
 * A press on a link to the login dialog opens the copy that the page carries in a template; a press in it is remembered
 * for the dialog that replaces it. Closing the copy discards all that was typed.
 *
 * A pointer that rests where the page appears fires `pointermove` without having moved.
 * A press on a button or a link to a dialog before hydration is repeated after it; if no script arrives, it has its effect
 * without one. The same holds for the tab to which an arrow key leads.
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

/** The source expression of a content security policy that allows exactly this text. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
