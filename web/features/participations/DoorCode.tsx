import type { MyConference } from '#shared/contracts/participations.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { QrCode } from '#web/ui/page/QrCode.tsx';
import styles from './code.module.css';
import { JoinNow, joinableFrom, useJoinable } from './JoinNow.tsx';

interface Props {
  conference: Pick<MyConference['conference'], 'meetingType' | 'meetingLink' | 'startsAt'>;
  /** The content of the QR code. */
  code: string;
}

/** How somebody with a place gets in: the link of an online conference shortly before it begins, else the QR code for the door. */
export function DoorCode({ conference, code }: Props) {
  const joinable = useJoinable(conference, true);
  if (conference.meetingType === 'Online') {
    if (!conference.meetingLink) return null;
    if (joinable) return <JoinNow conference={conference} label={t('Join')} />;
    return (
      <p>
        <T>You can join here from {formatDate(joinableFrom(conference))}.</T>
      </p>
    );
  }
  return (
    <div className="grid gap-1 tight">
      <p>{t('Show this code at the door.')}</p>
      <QrCode text={code} label={t('Your code for the door')} className={styles.code} />
    </div>
  );
}
