import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import {
  cancelGuestParticipation,
  changeGuestParticipation,
  type GuestParticipation,
  guestParticipation,
} from '#shared/contracts/participations.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { Certificate } from '#web/features/certificates/Certificate.tsx';
import { meetingAddress } from '#web/features/conferences/meeting-address.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLinkLoad } from '#web/lib/calls/useLinkLoad.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { t } from '#web/lib/languages/text.ts';
import { DeadLink, NoLink } from '#web/ui/page/DeadLink.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { AnswersForm } from './AnswersForm.tsx';
import { CancelPart } from './CancelPart.tsx';
import { DoorCode } from './DoorCode.tsx';

/** A guest's participation. Confirming needs a press, because mail scanners open links. */
export function GuestPart({ link }: { link: string }) {
  const { data, failed, reload } = useLinkLoad(guestParticipation, link);
  const [newer, setNewer] = useState<GuestParticipation>();
  // The link is of another kind, such as one to an application.
  if (failed?.code === 'FORBIDDEN') return <NoLink />;
  if (failed) return <DeadLink failed={failed} reload={reload} />;
  const shown = newer ?? data?.data;
  if (!shown) return <Loading />;
  return <Part shown={shown} link={link} show={setNewer} />;
}

interface PartProps {
  shown: GuestParticipation;
  link: string;
  show: (next: GuestParticipation) => void;
}

function statusText({ participation, heldUntil }: GuestParticipation, began: boolean): string {
  const { state, position, checkedInAt } = participation;
  if (checkedInAt) return t('You were there.');
  if (state === 'unconfirmed') {
    return heldUntil
      ? t(`Please confirm that you take part. Your request ends on ${formatDate(heldUntil)}.`)
      : t('Please confirm that you take part.');
  }
  if (state === 'registered') return t('You take part in this conference.');
  if (state === 'waiting' && began) return t('You were on the waiting list.');
  if (state === 'waiting') {
    return t(
      `You are number ${position ?? ''} on the waiting list. We write to you as soon as a place is free for you.`,
    );
  }
  return t('You have cancelled your participation in this conference.');
}

function Part({ shown, link, show }: PartProps) {
  const { conference, participation } = shown;
  const { state, version, certificate } = participation;
  const starts = Date.parse(conference.startsAt);
  const began = starts <= clock.ms();
  // Latecomers need the code too.
  const ended =
    (conference.endsAt ? Date.parse(conference.endsAt) : starts + limits.conferenceHours * 3_600_000) <= clock.ms();
  const confirms = state === 'unconfirmed';
  const cancelled = state === 'cancelled';
  const submitLabel = t(confirms ? 'Confirm that I take part' : cancelled ? 'I take part after all' : 'Save answers');
  const [dead, setDead] = useState<AppError>();
  /** Makes a call, and notes that the link has ended meanwhile. */
  const call = (make: () => Promise<{ data: GuestParticipation }>) =>
    make().then(
      ({ data }) => {
        show(data);
        return data;
      },
      (error: unknown) => {
        if (error instanceof AppError && error.code.startsWith('LINK_')) setDead(error);
        throw error;
      },
    );
  const change = async (answers: Record<string, string>) => {
    const body = { version, ...(conference.questions.length > 0 && { answers }) };
    const data = await call(() => api(changeGuestParticipation, { body }, { link }));
    if (!confirms && !cancelled) toast.success(t('Your answers are saved'));
    else if (data.participation.state === 'waiting') toast.success(t('You are on the waiting list'));
    else toast.success(t('Thank you, you take part'));
  };
  return (
    <div className="grid gap-3">
      <div>
        <h2>{conference.title}</h2>
        <dl className="grid grid-facts gap-4px-2 m-0 mt-2 mb-2">
          <dt>{t('Date')}</dt>
          <dd>{formatDate(conference.startsAt)}</dd>
          <dt>{conference.meetingType === 'Online' ? t('Address') : t('Place')}</dt>
          <dd>{meetingAddress(conference)}</dd>
          {conference.meetingId && (
            <>
              <dt>{t('Meeting ID')}</dt>
              <dd>{conference.meetingId}</dd>
            </>
          )}
          {conference.meetingPassword && (
            <>
              <dt>{t('Password')}</dt>
              <dd>{conference.meetingPassword}</dd>
            </>
          )}
        </dl>
        <Link className="tap" to={paths.conference(conference.id)}>
          {t('About the conference')}
        </Link>
      </div>
      <p className="card p-3 m-0" role="status">
        {statusText(shown, began)}
      </p>
      {certificate && <Certificate id={participation.id} number={certificate.number} link={link} />}
      {!ended && participation.code && <DoorCode conference={conference} code={participation.code} />}
      {!began && (
        <>
          {(confirms || cancelled || conference.questions.length > 0) && (
            <AnswersForm
              key={state}
              questions={conference.questions}
              given={participation.answers}
              submitLabel={dead ? null : submitLabel}
              send={change}
            />
          )}
          {!cancelled && !participation.checkedInAt && !dead && (
            <CancelPart
              waits={state === 'waiting'}
              cancel={async () => void (await call(() => api(cancelGuestParticipation, {}, { link })))}
            />
          )}
        </>
      )}
      {dead && <DeadLink failed={dead} reload={() => {}} />}
    </div>
  );
}
