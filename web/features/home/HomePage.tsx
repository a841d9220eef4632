import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Conference } from '#shared/contracts/conferences.ts';
import { getHome, type MemberHome } from '#shared/contracts/home.ts';
import { listVotes } from '#shared/contracts/votes.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { paths } from '#shared/paths.ts';
import { unfinishedInput, unfinishedOf } from '#web/features/votes/waiting.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { QrCode } from '#web/ui/page/QrCode.tsx';
import styles from './HomePage.module.css';

/** A member's start page: what waits for them, two searches, their card, the next conference. */
export function Component() {
  const home = useLoad(getHome, {});
  return (
    <div className="container page">
      <Loaded of={home}>{({ data }) => <Home home={data} />}</Loaded>
    </div>
  );
}

function Home({ home }: { home: MemberHome }) {
  const { name, memberNumber, membership, waits, owed, conference, verify } = home;
  return (
    <>
      <PageHeader
        isOurs
        title={t(`Welcome, ${name}`)}
        text={[t(`${t(membershipLabels[membership])} member`), memberNumber].filter(Boolean).join(' · ')}
      />
      <div className={styles.columns}>
        <div className="grid gap-4 items-start">
          <Waiting waits={waits} owed={owed} />
          <section className="grid gap-2 grid-cols-2-from-sm" aria-label={t('Find')}>
            <Find
              label={t('Find a colleague')}
              hint={t('Name, court or designation')}
              to={paths.directory}
              name="name"
            />
            <Find label={t('Find a document')} hint={t('Any word of its text')} to={paths.library} name="search" />
          </section>
          {conference && <NextConference conference={conference} />}
        </div>
        <Card name={name} memberNumber={memberNumber} verify={verify} />
      </div>
    </>
  );
}

function Waiting({ waits: told, owed }: Pick<MemberHome, 'waits' | 'owed'>) {
  const [input] = useState(unfinishedInput);
  const { data } = useLoad(listVotes, input);
  const unfinished = unfinishedOf(data?.data ?? []).map(({ id, title }) => ({
    kind: 'vote',
    title: t(`${title}: your ballot is not in the box yet`),
    label: t('Vote{now}', { now: '' }),
    path: paths.vote(id),
  }));
  const waits = [...unfinished, ...told];
  return (
    <section aria-labelledby="waits">
      <h2 id="waits" className="text-22 pb-6px border-b mb-1">
        {t('For you')}
      </h2>
      {waits.length === 0 ? (
        <p className="text-muted m-0">{t('Nothing waits for you.')}</p>
      ) : (
        <ul className="no-underline grid gap-1">
          {waits.map(({ kind, title, label, path }) => (
            <li
              key={`${kind} ${path} ${title}`}
              className={`card grid grid-cols-1fr-auto gap-2 px-2 py-12px items-center`}
            >
              <span className="break-anywhere">{title}</span>
              <Link to={path} className={buttonLook('filled')}>
                {label}
                <span className="sr-only"> {title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {owed && (
        <p className="text-muted text-14 m-0 mt-1">
          <T>To pay: {owed}</T>
        </p>
      )}
    </section>
  );
}

interface FindProps {
  label: string;
  hint: string;
  /** The page that searches, and the name of its search in the address. */
  to: string;
  name: string;
}

function Find({ label, hint, to, name }: FindProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    const search = text.trim();
    navigate(search === '' ? to : `${to}?${new URLSearchParams({ [name]: search })}`);
  };
  return (
    <form aria-label={label} className={styles.find} onSubmit={find}>
      <TextField
        label={label}
        hint={hint}
        name={name}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={200}
        enterKeyHint="search"
      />
      <button type="submit" className={buttonLook('outlined')}>
        {t('Find')}
      </button>
    </form>
  );
}

function NextConference({ conference }: { conference: Conference }) {
  return (
    <section aria-labelledby="next-conference">
      <h2 id="next-conference" className="text-22 pb-6px border-b mb-1">
        {t('Next conference')}
      </h2>
      <p className="m-0">
        <Link to={paths.conference(conference.id)}>{conference.title}</Link>
        <br />
        {formatDate(conference.startsAt)} ·{' '}
        {conference.meetingType === 'Online' ? t('Online') : conference.meetingAddress}
        {conference.mine?.state === 'registered' && (
          <>
            <br />
            <strong>{t('You have a place.')}</strong>
          </>
        )}
      </p>
    </section>
  );
}

function Card({ name, memberNumber, verify }: Pick<MemberHome, 'name' | 'memberNumber' | 'verify'>) {
  return (
    <section className="card p-3 text-center grid gap-1" aria-labelledby="card">
      <h2 id="card" className="text-18">
        {t('Member card')}
      </h2>
      {verify === null ? (
        <p className="m-0">
          <T>Your card is valid again as soon as the association has received what is due.</T>
        </p>
      ) : (
        <QrCode
          className={styles.code}
          text={verify}
          label={t('QR code with which anybody can verify your member card')}
        />
      )}
      <p className="m-0 break-anywhere">
        <strong>{name}</strong>
        <br />
        <span className="tabular-nums">{memberNumber}</span>
      </p>
      <p className="m-0">
        <Link className="tap" to={verify === null ? paths.membershipStatus : paths.memberCard}>
          {verify === null ? t('My Membership') : t('Show the card')}
        </Link>
      </p>
    </section>
  );
}
