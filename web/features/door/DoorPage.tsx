import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import type { DoorEntry } from '#shared/contracts/door.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { counted, formatDate, formatTime } from '#web/lib/languages/format.ts';
import { useLapsedRole } from '#web/lib/login/session.ts';
import { Loading } from '#web/ui/page/Loading.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import styles from './DoorPage.module.css';
import { Door, type DoorState } from './door.ts';
import { isOwnDocument, keepForOffline, ownAddress } from './offline.ts';
import { loadReader } from './read-codes.ts';
import { allowSound, signal } from './signals.ts';
import { useCamera } from './useCamera.ts';

/** Check-in at the door of a conference, on a phone: scans codes, searches names, and works offline once it was opened. */
export function Component() {
  const { id = '' } = useParams();
  const [ownDocument] = useState(isOwnDocument);
  // Reached from another page or in another spelling: load it as its own document.
  useEffect(() => {
    if (!ownDocument) location.replace(ownAddress());
  }, [ownDocument]);
  return ownDocument ? <DoorOf key={id} conference={id} /> : <Loading />;
}

function DoorOf({ conference }: { conference: string }) {
  const [door] = useState(() => new Door(conference));
  // The list takes precedence over the reader on a slow connection.
  const [reader] = useState(() => door.opened.then(loadReader));
  const state = useSyncExternalStore(door.subscribe, door.getState);
  useEffect(() => {
    void keepForOffline(Promise.all([reader, door.open()]));
    return () => door.close();
  }, [door, reader]);

  if (state.phase === 'opening') return <Loading />;
  return (
    <main id="content" tabIndex={-1} className={`grid gap-2 tight ${styles.page}`}>
      <header>
        <a className="text-14 min-h-touch inline-flex items-center" href={paths.admin.participants(conference)}>
          Participants
        </a>
        <h1 className="text-22 m-0">{state.title || 'Check in'}</h1>
        {state.startsAt && <p className="text-muted text-14">{formatDate(state.startsAt)}</p>}
      </header>
      {state.phase === 'failed' ? (
        <TryAgain text={state.failure || undefined} onClick={() => void door.work()} />
      ) : (
        <Open door={door} state={state} reader={reader} />
      )}
    </main>
  );
}

interface OpenProps {
  door: Door;
  state: DoorState;
  reader: ReturnType<typeof loadReader>;
}

function Open({ door, state, reader }: OpenProps) {
  const camera = useCamera(reader, (text) => {
    void door.scanned(text).then((answer) => {
      if (answer) signal(answer.kind);
    });
  });
  return (
    <>
      <Status state={state} />
      <Answer door={door} state={state} />
      <section className="grid gap-1" aria-label="Camera" data-on={camera.on || undefined}>
        <video
          ref={camera.video}
          className={`block w-full ${styles.video} object-cover rounded`}
          muted
          playsInline
          hidden={!camera.on}
        />
        {camera.failure && (
          <p className="text-bad" role="alert">
            {camera.failure}
          </p>
        )}
        <button
          type="button"
          className={camera.on ? 'button-quiet' : 'button'}
          onClick={() => {
            allowSound();
            if (camera.on) camera.stop();
            else void camera.start();
          }}
        >
          {camera.on ? 'Stop the camera' : 'Scan QR codes'}
        </button>
      </section>
      <Search door={door} />
    </>
  );
}

/** The number of people checked in, and of scans not yet sent. */
function Status({ state }: { state: DoorState }) {
  const { registered, waiting, online, refused, problems, opensAt } = state;
  const hasEnded = useLapsedRole() !== null;
  const toSend = waiting === 0 ? 'Everything is sent' : `${formatNumber(waiting)} waiting to be sent`;
  return (
    <>
      <p className="tabular-nums">
        <strong className="text-28 font-serif">{formatNumber(state.in)}</strong> of {formatNumber(registered)} in
      </p>
      <p className={`text-14 ${hasEnded || !online ? 'font-semibold text-warn' : 'text-muted'}`} role="status">
        {hasEnded
          ? 'Your session has ended. Please log in again: scans are kept here.'
          : online
            ? toSend
            : `No network. ${waiting === 0 ? 'Go on: scans are kept here.' : `${toSend}.`}`}
      </p>
      {opensAt && (
        <p className="text-warn">
          Check-in opens {formatDate(opensAt)}. You can try everything out until then: nobody is checked in.
        </p>
      )}
      {refused && (
        <p className="text-bad" role="alert">
          {refused} {waiting > 0 && `${counted(waiting, 'scan')} ${waiting === 1 ? 'is' : 'are'} kept on this phone.`}
        </p>
      )}
      {problems.length > 0 && (
        <ul className="text-14 text-bad border-l-bad bg-surface px-2 py-1" aria-label="Not accepted">
          {problems.map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
            <li key={index}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const words = {
  in: 'Welcome',
  already: 'Already there',
  waiting: 'On the waiting list',
  unknown: 'Not on the list',
  undone: 'Undone',
} as const;
const marks = { in: '✓', already: '!', waiting: '!', unknown: '✕', undone: '↩' } as const;

/** The last answer, readable at arm's length. */
function Answer({ door, state: { answer, opensAt } }: { door: Door; state: DoorState }) {
  return (
    <section
      className={`flex items-center gap-2 ${styles.answer} justify-between rounded bg-surface p-2`}
      data-kind={answer?.kind}
      aria-label="Answer"
    >
      <div aria-live="assertive" className="min-w-0 grow">
        {answer ? (
          <div key={answer.number}>
            <p className="font-semibold font-serif leading-tight text-28">
              <span aria-hidden="true">{marks[answer.kind]}</span> {words[answer.kind]}
            </p>
            {answer.person ? <Person entry={answer.person} /> : <p>This code belongs to nobody who is registered.</p>}
            {answer.kind === 'already' && answer.since && <p>Since {formatTime(answer.since)}</p>}
            {answer.kind === 'waiting' && <p>No place yet. The office can give one on the page Participants.</p>}
          </div>
        ) : (
          <p className="text-muted">Scan a QR code, or find somebody below.</p>
        )}
      </div>
      {answer?.person && !opensAt && (answer.kind === 'in' || answer.kind === 'already') && (
        <button
          type="button"
          className="button-quiet bg-surface flex-none"
          onClick={() => signal(door.undo(answer.person!.id).kind)}
          aria-label={`Undo the check-in of ${answer.person.name}`}
        >
          Undo
        </button>
      )}
    </section>
  );
}

function Person({ entry }: { entry: DoorEntry }) {
  return (
    <div className="flex items-center min-w-0 gap-1 grow">
      {entry.photo && (
        <img className="object-cover flex-none rounded" src={entry.photo} alt="" width={56} height={56} />
      )}
      <div>
        <p className="font-semibold break-anywhere">{entry.name}</p>
        <p className="text-14">{[entry.memberNumber ?? 'Guest', entry.homeState].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}

function Search({ door }: { door: Door }) {
  const id = useId();
  const [text, setText] = useState('');
  const matches = door.find(text);
  return (
    <section className="grid gap-4px" aria-label="Find somebody">
      <label htmlFor={id}>Name or member number</label>
      <input
        id={id}
        className="field min-h-touch px-2 py-1"
        type="search"
        value={text}
        autoComplete="off"
        maxLength={100}
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() !== '' && matches.length === 0 && <p role="status">Nobody of that name is on the list.</p>}
      <ul className={`m-0 ${styles.found}`}>
        {matches.map((entry) => (
          <Found key={entry.id} door={door} entry={entry} onDone={() => setText('')} />
        ))}
      </ul>
    </section>
  );
}

function Found({ door, entry, onDone }: { door: Door; entry: DoorEntry; onDone: () => void }) {
  const since = door.inSince(entry.id);
  const act = (work: () => { kind: Parameters<typeof signal>[0] }) => {
    allowSound();
    signal(work().kind);
    onDone();
  };
  return (
    <li className="flex items-center gap-1 justify-between py-1 border-b">
      <Person entry={entry} />
      {since ? (
        <button
          type="button"
          className="button-quiet flex-none"
          aria-label={`Undo the check-in of ${entry.name}`}
          onClick={() => act(() => door.undo(entry.id))}
        >
          In since {formatTime(since)} · Undo
        </button>
      ) : entry.state === 'registered' ? (
        <button
          type="button"
          className="button flex-none"
          aria-label={`Check in ${entry.name}`}
          onClick={() => act(() => door.checkIn(entry.id))}
        >
          Check in
        </button>
      ) : (
        <span className="font-semibold text-warn">Waiting list</span>
      )}
    </li>
  );
}
