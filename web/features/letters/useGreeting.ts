import { previewMail } from '#shared/contracts/templates.ts';
import { useLoad } from '#web/lib/useLoad.ts';

// No letters, so that no template changes them.
const marks = { title: '§1§', text: '§2§' };

/** What stands between title and text of a letter in the mail, with an example's name; '' while it is unknown. */
export function useGreeting(letter: { letter?: 'notice'; meetingOn?: string }): string {
  const { data } = useLoad(previewMail, { body: { ...letter, subject: marks.title, text: marks.text } });
  const [before = '', ...rest] = data?.data.text.split(marks.text) ?? [];
  return rest.length === 0 ? '' : (before.split(marks.title).at(-1) ?? '').trim();
}
