import { Suspense, useEffect, useRef, useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Conference } from '#shared/contracts/conferences.ts';
import { participateAsGuest } from '#shared/contracts/participations.ts';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { api } from '#web/lib/calls/api.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { fromThisPage, href, t } from '#web/lib/languages/text.ts';
import { useSession } from '#web/lib/login/session.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { AnswersForm } from './AnswersForm.tsx';
import type { OwnConference } from './MemberPart.tsx';

const MemberPart = lazyPart(() => import('./MemberPart.tsx'), 'MemberPart');

interface TakePartProps {
  conference: Conference;
  own: OwnConference;
  closed: boolean;
  /** Set if a guest's form was posted by a browser that runs no script: until when to confirm. */
  sent: string | null;
  /** Such a form that was refused. */
  refused?: RefusedForm | undefined;
  changed: () => void;
}

const hourMs = 3_600_000;

/** Until when a guest may confirm: a day, or until the conference begins. */
export const confirmBy = ({ startsAt }: Conference): string =>
  Date.parse(startsAt) - clock.ms() < limits.guestHoldHours * hourMs
    ? t(`before the conference begins (${formatDate(startsAt)})`)
    : t(`within ${limits.guestHoldHours} hours`);

/** Registers for a conference: members, and guests if it is open to them. */
export function TakePart({ conference, own, closed, sent, refused, changed }: TakePartProps) {
  const session = useSession();
  const { closesAt, free, mine } = conference;
  const takesPart = mine?.state === 'registered' || mine?.state === 'waiting';
  const offered = conference.participation !== 'off' && !closed;
  return (
    <section className="grid gap-2 tight" aria-labelledby="take-part">
      <h2 id="take-part" className="text-18">
        {t('Take part')}
      </h2>
      {offered && free !== null && !takesPart && (
        <p>
          {free === 0
            ? t(
                'All places are taken. You can join the waiting list: we write to you as soon as a place is free for you.',
              )
            : own === 'known'
              ? t('{free, plural, one {# place} other {# places}} left', { free: formatNumber(free) })
              : t('There are places left.')}
        </p>
      )}
      {offered && closesAt && (
        <p>
          <T>Please register until {formatDate(closesAt)}.</T>
        </p>
      )}
      {closed && !takesPart && <p>{t('Registration has closed.')}</p>}
      {session?.role === 'member' && (
        <Suspense fallback={<Loading />}>
          <MemberPart conference={conference} own={own} offered={offered} changed={changed} />
        </Suspense>
      )}
      {!session && offered && <VisitorPart conference={conference} given={sent} refused={refused} />}
    </section>
  );
}

interface VisitorPartProps {
  conference: Conference;
  /** The form was already posted. */
  given: string | null;
  refused: RefusedForm | undefined;
}

function VisitorPart({ conference, given, refused }: VisitorPartProps) {
  const [sent, setSent] = useState(given);
  const answer = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sent) answer.current?.focus();
  }, [sent]);
  const login = (
    <Link to={paths.login} aria-haspopup="dialog">
      {t('log in')}
    </Link>
  );
  if (conference.participation !== 'everybody') {
    return (
      <p className="visitors-only">
        <T>This conference is for members. Please {login} to take part.</T>
      </p>
    );
  }
  if (sent) {
    return (
      <p ref={answer} tabIndex={-1} className="font-semibold" role="status">
        <T>
          Thank you. We have sent you an e-mail. Please open the link in it {sent} and confirm: only then do you take
          part.
        </T>
      </p>
    );
  }
  return (
    <div className="visitors-only grid gap-2">
      <p>
        <T>Members please {login} first.</T>
      </p>
      <h3 className="text-18">{t('As a guest')}</h3>
      <p>
        <T>We send you an e-mail with a link. You take part when you have confirmed there.</T>
      </p>
      <AnswersForm
        guest
        action={href(paths.conference(conference.id))}
        refused={refused}
        questions={conference.questions}
        submitLabel={conference.free === 0 ? t('Join the waiting list') : t('I take part')}
        send={async (answers, guest) => {
          await api(participateAsGuest, { params: { id: conference.id }, body: fromThisPage({ ...guest, answers }) });
          setSent(confirmBy(conference));
        }}
      />
    </div>
  );
}
