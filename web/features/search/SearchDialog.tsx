import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type SearchHit, searchAll } from '#shared/contracts/search.ts';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#shared/money.ts';
import { PersonHead } from '#web/features/registrations/review/PersonHead.tsx';
import { LayerContext, topLayer } from '#web/lib/browser/shortcuts.ts';
import type { ApiAnswer } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import styles from './SearchDialog.module.css';
import { closeSearch, useSearchOpen } from './search-state.ts';

const typingPauseMs = 200;

/** The search across everything in the office, rendered once on the page; `openSearch` opens it. */
export function SearchDialog() {
  const open = useSearchOpen();
  useEffect(() => closeSearch, []);
  return (
    <LayerContext value={topLayer}>
      <ModalDialog open={open} title="Search" onClose={closeSearch}>
        <Search />
      </ModalDialog>
    </LayerContext>
  );
}

function Search() {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [marked, setMarked] = useState(0);
  /** Enter was pressed before the answer arrived. */
  const enterPressed = useRef(false);
  const text = typed.trim();
  const isLong = (searched: string) => searched.length >= limits.shortestSearch;
  const { data, failed, loading, reload } = useLoad(searchAll, isLong(search) ? { query: { search: search } } : null);
  const more = isLong(search) ? (data?.more ?? null) : null;
  const rows = isLong(search) ? withMore(data?.data ?? [], more) : [];
  const isCurrent = search === text && !loading;

  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  const show = (row: SearchHit | undefined) => {
    if (!row) return;
    closeSearch();
    void navigate(row.link);
  };
  const first = rows[0];
  useEffect(() => {
    if (!isCurrent) return;
    if (enterPressed.current && first) {
      closeSearch();
      void navigate(first.link);
    }
    enterPressed.current = false;
  }, [isCurrent, first, navigate]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isCurrent) return show(rows[marked]);
      enterPressed.current = true;
      return setSearch(text);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || rows.length === 0) return;
    event.preventDefault();
    const next = (marked + step + rows.length) % rows.length;
    setMarked(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const optionId = (index: number) => `${id}-${index}`;
  const listId = `${id}-list`;

  return (
    <>
      <TextField
        autoFocus
        label="Search everything"
        value={typed}
        autoComplete="off"
        hint="Name, reference, member number, e-mail, mobile, UTR, receipt number, a title, or words of a message"
        onChange={(event) => {
          setTyped(event.target.value);
          setMarked(0);
          enterPressed.current = false;
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-activedescendant={rows.length > 0 ? optionId(marked) : undefined}
        enterKeyHint="search"
        maxLength={limits.lineLength}
        spellCheck={false}
      />
      <p className="text-muted text-14 min-h-line m-0 mt-1 mb-1" role="status">
        {stateOf(text, isLong(text), isCurrent && !failed, rows.length - (more ? 1 : 0), more)}
      </p>
      {failed && !loading && <TryAgain onClick={reload} text={failed.message} />}
      <div id={listId} role="listbox" aria-label="Found" aria-busy={!isCurrent}>
        {kindsOf(rows).map(({ kind, heading }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div id={`${id}-${kind}`} className="text-muted text-14 font-semibold p-1" role="presentation">
              {heading}
            </div>
            {rows.map((row, index) =>
              row.kind !== kind ? null : (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                <div
                  key={row.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === marked}
                  className={`grid-cols-1 min-h-touch ${styles.option} rounded-4px grid cursor-pointer`}
                  onClick={() => show(row)}
                  onMouseMove={() => setMarked(index)}
                >
                  {row.person ? (
                    <PersonHead small person={row.person} money={row.person.money} />
                  ) : (
                    <>
                      <span className="font-semibold truncate">{row.title}</span>
                      <span className="text-muted text-14">{row.detail}</span>
                    </>
                  )}
                </div>
              ),
            )}
          </div>
        ))}
      </div>
    </>
  );
}

type More = ApiAnswer<typeof searchAll>['more'];

const peopleIn = ({ people, isBound }: NonNullable<More>) => `${isBound ? 'more than ' : ''}${formatNumber(people)}`;

/** The first result of each kind. */
const kindsOf = (rows: readonly SearchHit[]): SearchHit[] =>
  rows.filter(({ kind }, index) => rows.findIndex((row) => row.kind === kind) === index);

/** Adds the link to the list of all people after the people found. */
function withMore(rows: readonly SearchHit[], more: More): readonly SearchHit[] {
  if (!more) return rows;
  const at = rows.findLastIndex(({ kind }) => kind === 'person') + 1;
  const all: SearchHit = {
    kind: 'person',
    heading: 'People',
    id: 'all',
    title: more.isBound ? 'Show all in the list' : `Show all ${formatNumber(more.people)} in the list`,
    detail: '',
    link: more.link,
  };
  return [...rows.slice(0, at), all, ...rows.slice(at)];
}

function stateOf(text: string, isLong: boolean, isCurrent: boolean, found: number, more: More): string {
  if (text === '') return '';
  if (!isLong) return 'Please type at least two letters or digits.';
  if (!isCurrent) return '';
  if (more) return `${found} shown, of people the first ${limits.foundOfAKind} of ${peopleIn(more)}`;
  return found === 0 ? 'Nothing found.' : `${found} found`;
}
