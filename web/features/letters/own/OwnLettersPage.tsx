import { useEffect, useRef } from 'react';
import {
  getOwnLetter,
  listOwnLetters,
  type OwnLetter,
  ownLetterFile,
  readOwnLetter,
} from '#shared/contracts/own-letters.ts';
import { useOpened, useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDate, formatLongDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { PagedCards } from '#web/ui/tables/PagedCards.tsx';
import styles from './OwnLettersPage.module.css';

const kindLabels = { circular: msg('Circular'), notice: msg('Notice') };

/** The association's circulars to the member, newest first. */
export function Component() {
  const [, change, { page }] = useQueryState({ page: '1' });
  const list = useLoad(listOwnLetters, { query: { page } });
  const [open, setOpen] = useOpened('open');
  return (
    <div className="container page">
      <PageHeader
        title={t('Circulars')}
        text={t(
          'What the association has written to you. When you open one here, the office sees that you have read it.',
        )}
      />
      <div className="max-w-960">
        <PagedCards
          of={list}
          emptyText={t('Nothing has been written to you yet.')}
          label={t('Pages of the circulars')}
          page={page}
          onPage={(next) => change({ page: String(next) })}
        >
          {(each) => <Entry key={each.id} letter={each} onOpen={() => setOpen(each.id)} />}
        </PagedCards>
      </div>
      {open && (
        <Reading
          key={open}
          id={open}
          onClose={() => {
            setOpen(undefined);
            list.reload();
          }}
        />
      )}
    </div>
  );
}

function Entry({ letter, onOpen }: { letter: OwnLetter; onOpen: () => void }) {
  const { title, kind, number, sentAt, read, file } = letter;
  return (
    <li>
      <button
        type="button"
        className="card p-3 w-full hover-border-navy text-start grid gap-2px cursor-pointer"
        onClick={onOpen}
      >
        <span className={`text-18 break-anywhere ${read ? '' : 'font-bold'}`} lang={read ? langOf(title) : undefined}>
          {!read && <span className={`text-14 font-semibold ${styles.mark} text-on-fill`}>{t('New')}</span>}
          {title}
        </span>
        <span className="text-muted text-14 m-0 break-anywhere">
          {t(kindLabels[kind])} {number} · {formatDate(sentAt)}
          {file && ` · ${file.name}`}
        </span>
      </button>
    </li>
  );
}

function Reading({ id, onClose }: { id: string; onClose: () => void }) {
  const load = useLoad(getOwnLetter, { params: { id } });
  const letter = load.data?.data;
  const marked = useRef(false);
  useEffect(() => {
    if (!letter || letter.read || marked.current) return;
    marked.current = true;
    // A failure is ignored: opening it the next time marks it as read.
    api(readOwnLetter, { params: { id } }).catch(() => {});
  }, [letter, id]);
  return (
    <ModalDialog
      open
      title={letter?.title ?? t('Circular')}
      onClose={onClose}
      actions={
        <>
          {letter?.file && (
            <DownloadButton name={letter.file.name} load={() => api(ownLetterFile, { params: { id } })}>
              <T>Download {letter.file.name}</T>
            </DownloadButton>
          )}
          <Button onClick={onClose}>{t('Close')}</Button>
        </>
      }
    >
      <Loaded of={load}>
        {({ data }) => (
          <article>
            <p className="text-muted text-14 m-0 break-anywhere">
              {t(kindLabels[data.kind])} {data.number} · {formatDate(data.sentAt)}
            </p>
            {data.meetingOn && (
              <p className="m-0 mt-2">
                <T>
                  Day of the meeting: <strong>{formatLongDay(data.meetingOn)}</strong>
                </T>
              </p>
            )}
            <div
              className={`break-anywhere mt-3 ${styles.text}`}
              lang={langOf(data.html.replace(/<[^>]*>/g, ''))}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server generates it and escapes all markup in the text
              dangerouslySetInnerHTML={{ __html: data.html }}
            />
          </article>
        )}
      </Loaded>
    </ModalDialog>
  );
}
