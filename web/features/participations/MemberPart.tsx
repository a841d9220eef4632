import { clock } from '#shared/clock.ts';
import type { Conference } from '#shared/contracts/conferences.ts';
import { cancelParticipation, participate } from '#shared/contracts/participations.ts';
import { paths } from '#shared/paths.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { AnswersForm } from './AnswersForm.tsx';
import { CancelPart } from './CancelPart.tsx';

/** Whether the browser has loaded the conference with the member's own part and the current number of free places. */
export type OwnConference = 'unknown' | 'known' | 'failed';

interface MemberPartProps {
  conference: Conference;
  own: OwnConference;
  /** Whether registration is open. */
  offered: boolean;
  changed: () => void;
}

/** A member's participation, on the conference's public page. */
export function MemberPart({ conference, own, offered, changed }: MemberPartProps) {
  const { id, mine, questions, free } = conference;
  if (own === 'failed') return <TryAgain onClick={changed} text={t('Your participation could not be loaded.')} />;
  if (own === 'unknown') return <Loading />;
  if (mine === undefined) return <p>{t('Please log in again to take part.')}</p>;

  const takesPart = mine?.state === 'registered' || mine?.state === 'waiting';
  const send = async (answers: Record<string, string>) => {
    const { message } = await api(participate, { params: { id }, body: { answers } });
    toast.success(takesPart ? t('Your answers are saved') : message);
    changed();
  };
  if (!mine || !takesPart) {
    return (
      <>
        {mine?.state === 'cancelled' && <p role="status">{t('You have cancelled your participation.')}</p>}
        {offered && (
          <AnswersForm
            questions={questions}
            given={mine?.answers}
            submitLabel={free === 0 ? t('Join the waiting list') : t('I take part')}
            send={send}
          />
        )}
      </>
    );
  }
  const waits = mine.state === 'waiting';
  const hasBegun = Date.parse(conference.startsAt) <= clock.ms();
  return (
    <>
      <p className="font-semibold" role="status">
        {waits
          ? t(
              `You are number ${mine.position} on the waiting list. We write to you as soon as a place is free for you.`,
            )
          : t('You take part in this conference.')}
      </p>
      <Link className="tap" to={paths.myConferences}>
        {waits || conference.meetingType === 'Online'
          ? t('My conferences')
          : t('Your code for the door, in My conferences')}
      </Link>
      {questions.length > 0 && offered && (
        <AnswersForm questions={questions} given={mine.answers} submitLabel={t('Save answers')} send={send} />
      )}
      {!hasBegun && !mine.checkedInAt && (
        <CancelPart
          waits={waits}
          cancel={async () => {
            await api(cancelParticipation, { params: { id } });
            changed();
          }}
        />
      )}
    </>
  );
}
