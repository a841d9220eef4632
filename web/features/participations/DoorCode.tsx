import type { MyConference } from '#shared/contracts/participations.ts';
import { QrCode } from '#web/ui/QrCode.tsx';
import styles from './code.module.css';

interface Props {
  conference: Pick<MyConference['conference'], 'MeetingType' | 'MeetingLink'>;
  /** The content of the QR code. */
  code: string;
}

/** How somebody with a place gets in: the link of an online conference, else the QR code that is scanned at the door. */
export function DoorCode({ conference: { MeetingType, MeetingLink }, code }: Props) {
  if (MeetingType === 'Online') {
    if (!MeetingLink) return null;
    return (
      <p>
        <a className="button-accent" href={MeetingLink} target="_blank" rel="noopener noreferrer">
          Join
        </a>
      </p>
    );
  }
  return (
    <div className="stack gap-1 tight">
      <p>Show this code at the door.</p>
      <QrCode text={code} label="Your code for the door" className={styles.code} />
    </div>
  );
}
