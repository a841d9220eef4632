import { type ReactNode, useState } from 'react';
import { clock } from '#shared/clock.ts';
import {
  cancelParticipation,
  type MyConference,
  myConferences,
  replaceCalendar,
} from '#shared/contracts/participations.ts';
import { paths } from '#shared/paths.ts';
import { Certificate } from '#web/features/certificates/Certificate.tsx';
import { meetingAddress } from '#web/features/conferences/meeting-address.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { copyText } from '#web/ui/page/CopyButton.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { CancelPart } from './CancelPart.tsx';
import styles from './code.module.css';
import { DoorCode } from './DoorCode.tsx';

/** The member's conferences, certificates and calendar address. */
export function Component() {
  const list = useLoad(myConferences, {});
  return (
    <div className="container page">
      <PageHeader title={t('My Conferences')} />
      <div className="grid gap-5 max-w-960">
        <Loaded of={list}>
          {({ data, calendar }) => (
            <>
              <Entries
                heading={t('Coming')}
                entries={data.filter(({ conference }) => !conference.over)}
                empty={
                  <T>
                    You take part in no conference at the moment.{' '}
                    <Link to={paths.conferences}>{t('All conferences')}</Link>
                  </T>
                }
                changed={list.reload}
              />
              <Entries
                heading={t('Past')}
                entries={data.filter(({ conference }) => conference.over)}
                empty={t('Nothing yet.')}
                changed={list.reload}
              />
              <Calendar given={calendar} />
            </>
          )}
        </Loaded>
      </div>
    </div>
  );
}

interface EntriesProps {
  heading: string;
  entries: MyConference[];
  /** Said where there are none. */
  empty: ReactNode;
  changed: () => void;
}

function Entries({ heading, entries, empty, changed }: EntriesProps) {
  return (
    <section aria-label={heading}>
      <h2 className="text-22">{heading}</h2>
      {entries.length === 0 && <p>{empty}</p>}
      {entries.map((entry) => (
        <Entry key={entry.participation.id} entry={entry} changed={changed} />
      ))}
    </section>
  );
}

function stateOf({ conference, participation: { state, position, checkedInAt } }: MyConference): string {
  if (conference.cancelledAt) return t('This conference is cancelled.');
  if (checkedInAt) return t('You were there.');
  if (state === 'waiting')
    return conference.over ? t('You were on the waiting list.') : t(`Number ${position ?? ''} on the waiting list`);
  if (state === 'cancelled') return t('You have cancelled.');
  if (state === 'unconfirmed')
    return t('Your request is not confirmed. Please choose ‘I take part’ on the page of the conference.');
  return conference.over ? t('You were registered.') : t('You take part.');
}

function Entry({ entry, changed }: { entry: MyConference; changed: () => void }) {
  const { conference, participation } = entry;
  const { certificate } = participation;
  const coming = !conference.over && !conference.cancelledAt;
  const hasBegun = Date.parse(conference.startsAt) <= clock.ms();
  const active = participation.state === 'registered' || participation.state === 'waiting';
  return (
    <article className={`card grid gap-2 tight p-3 ${styles.entry}`}>
      <h3 className="text-18">
        {conference.status ? <Link to={paths.conference(conference.id)}>{conference.title}</Link> : conference.title}
      </h3>
      <p>
        {formatDate(conference.startsAt)}
        <br />
        {meetingAddress(conference)}
      </p>
      <p>
        <strong>{stateOf(entry)}</strong>
      </p>
      {coming && participation.code && <DoorCode conference={conference} code={participation.code} />}
      {certificate && <Certificate id={participation.id} number={certificate.number} />}
      {coming && active && !hasBegun && !participation.checkedInAt && (
        <CancelPart
          waits={participation.state === 'waiting'}
          cancel={async () => {
            await api(cancelParticipation, { params: { id: conference.id } });
            changed();
          }}
        />
      )}
    </article>
  );
}

function Calendar({ given }: { given: string }) {
  const [address, setAddress] = useState(given);
  const [isOpen, setIsOpen] = useState(false);
  const { busy, attempt } = useAttempt();
  const replace = async () => {
    const done = await attempt(async () => {
      const answer = await api(replaceCalendar);
      setAddress(answer.calendar);
      return answer;
    });
    if (done) setIsOpen(false);
  };
  return (
    <section aria-label={t('Calendar')}>
      <h2 className="text-22">{t('Calendar')}</h2>
      <p>
        <T>
          Your calendar then shows your conferences, also later ones. Where the button does nothing, copy the address
          and add it in your calendar. Keep it to yourself: it shows them to everybody who has it.
        </T>
      </p>
      <div className="flex flex-wrap items-center gap-2 tight">
        <a className="button" href={address.replace(/^https?:/, 'webcal:')}>
          {t('Add to my calendar')}
        </a>
        <button type="button" className="button-quiet" onClick={() => void copyText(address, t('Address copied'))}>
          {t('Copy the address')}
        </button>
        {isOpen ? (
          <>
            <p>
              <T>This address then ends, and calendars that use it are updated no more. Replace it?</T>
            </p>
            {/* biome-ignore lint/a11y/noAutofocus: the focused button was replaced, and the focus would be lost */}
            <button type="button" className="button-quiet" autoFocus disabled={busy} onClick={() => setIsOpen(false)}>
              {t('Keep it')}
            </button>
            <button type="button" className="button" disabled={busy} onClick={() => void replace()}>
              {busy ? t('Replacing…') : t('Yes, replace')}
            </button>
          </>
        ) : (
          <button type="button" className="button-quiet" onClick={() => setIsOpen(true)}>
            {t('Replace address')}
          </button>
        )}
      </div>
    </section>
  );
}
