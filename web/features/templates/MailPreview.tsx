import { useEffect, useState } from 'react';
import type { LetterKind } from '#shared/contracts/letters.ts';
import { previewMail } from '#shared/contracts/templates.ts';
import type { Language } from '#shared/languages.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { Button } from '#web/ui/page/Button.tsx';
import styles from './Templates.module.css';

interface Props {
  /** The kind of mail whose template it is; absent for the title and text of a letter. */
  kind?: string;
  letter?: LetterKind;
  /** A notice's day: `YYYY-MM-DD`, or ''. */
  meetingOn?: string;
  subject: string;
  text: string;
  language?: Language;
}

/** Removes inline styles, which the content security policy blocks in a frame's `srcDoc`; they are set after it has loaded. */
const withoutStyles = (html: string) =>
  html.replace(/<style>[^<]*<\/style>/g, '').replaceAll(' style="', ' data-style="');

function applyStyles(frame: HTMLIFrameElement): void {
  const document = frame.contentDocument;
  if (!document) return;
  for (const element of document.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
  frame.style.height = `${document.documentElement.scrollHeight}px`;
}

/** The typed text, debounced. */
function usePaused(props: Props): Props {
  const [paused, setPaused] = useState(props);
  const { kind, subject, text, letter, meetingOn, language } = props;
  const typed = JSON.stringify({ kind, subject, text, letter, meetingOn, language });
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(typed) as Props), 400);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/** Previews the mail on a phone and on a computer, with example data. */
export function MailPreview(props: Props) {
  const paused = usePaused(props);
  const isEmpty = paused.subject.trim() === '' || paused.text.trim() === '';
  const { data, failed } = useLoad(previewMail, isEmpty ? null : { body: paused });
  const [width, setWidth] = useState<'phone' | 'computer'>('phone');
  const mail = data?.data;
  return (
    <section aria-label="Preview" className="self-start">
      <div className="flex flex-wrap items-center gap-1">
        <span className="text-muted text-14 m-0 w-full">How the mail will look, with examples</span>
        {(['phone', 'computer'] as const).map((each) => (
          <Button
            key={each}
            small
            look={width === each ? 'filled' : 'outlined'}
            aria-pressed={width === each}
            onClick={() => setWidth(each)}
          >
            {each === 'phone' ? 'Phone' : 'Computer'}
          </Button>
        ))}
      </div>
      {failed && (
        <p role="status" className="break-anywhere m-0 mb-2 border-l-bad bg-paper px-2 py-1">
          {failed.message}
        </p>
      )}
      {mail && !isEmpty && (
        <>
          <p className="break-anywhere m-0 mt-2 mb-1">
            <span className="text-muted">Subject:</span> {mail.subject}
          </p>
          <div className={`border rounded ${styles.screen} max-w-full overflow-x-auto`} data-width={width}>
            <iframe
              // Remounts the frame to measure it in another width.
              key={width}
              className="block w-full"
              title="The mail"
              // No scripts; this page sets the styles.
              sandbox="allow-same-origin"
              srcDoc={withoutStyles(mail.html)}
              onLoad={(event) => applyStyles(event.currentTarget)}
            />
          </div>
        </>
      )}
    </section>
  );
}
