import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import type { LetterKind } from '#shared/contracts/letters.ts';
import { previewMail } from '#shared/contracts/templates.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import styles from './Templates.module.css';

interface Props {
  /** Whose words they are; without it, title and text of a letter. */
  kind?: string;
  letter?: LetterKind;
  /** A notice's day: `YYYY-MM-DD`, or ''. */
  meetingOn?: string;
  subject: string;
  text: string;
}

/** The page's policy refuses inline styles in a frame's text: they are set once the frame is there. */
const withoutStyles = (html: string) =>
  html.replace(/<style>[^<]*<\/style>/g, '').replaceAll(' style="', ' data-style="');

function putStylesOn(frame: HTMLIFrameElement): void {
  const document = frame.contentDocument;
  if (!document) return;
  for (const element of document.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
  frame.style.height = `${document.documentElement.scrollHeight}px`;
}

/** What is typed, once typing has paused. */
function usePaused(props: Props): Props {
  const [paused, setPaused] = useState(props);
  const { kind, subject, text, letter, meetingOn } = props;
  const typed = JSON.stringify({ kind, subject, text, letter, meetingOn });
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(typed) as Props), 400);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/** Words as the mail will look, on a phone and on a computer, with examples in place of people. */
export function MailPreview(props: Props) {
  const paused = usePaused(props);
  const isEmpty = paused.subject.trim() === '' || paused.text.trim() === '';
  const { data, failed } = useLoad(previewMail, isEmpty ? null : { body: paused });
  const [width, setWidth] = useState<'phone' | 'computer'>('phone');
  const mail = data?.data;
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.widths}>
        <span className={styles.caption}>How the mail will look, with examples</span>
        {(['phone', 'computer'] as const).map((each) => (
          <Button
            key={each}
            size="small"
            variant={width === each ? 'contained' : 'outlined'}
            aria-pressed={width === each}
            onClick={() => setWidth(each)}
          >
            {each === 'phone' ? 'Phone' : 'Computer'}
          </Button>
        ))}
      </div>
      {failed && (
        <p role="status" className={styles.problem}>
          {failed.message}
        </p>
      )}
      {mail && !isEmpty && (
        <>
          <p className={styles.subject}>
            <span>Subject:</span> {mail.subject}
          </p>
          <div className={styles.screen} data-width={width}>
            <iframe
              // Measured again in another width.
              key={width}
              title="The mail"
              // No scripts; this page puts the styles on.
              sandbox="allow-same-origin"
              srcDoc={withoutStyles(mail.html)}
              onLoad={(event) => putStylesOn(event.currentTarget)}
            />
          </div>
        </>
      )}
    </section>
  );
}
