import { type ReactNode, useState } from 'react';
import { paths } from '#shared/paths.ts';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { matches } from '#web/ui/tables/SearchedTable.tsx';
import styles from './SettingsPage.module.css';
import type { ShownGroup } from './settings-pages.ts';

interface Props {
  groups: readonly ShownGroup[];
  /** The page that is shown. */
  current: string | undefined;
}

const addressOf = (page: string, setting = '') => {
  const query = new URLSearchParams({ tab: page, ...(setting && { setting }) });
  return `${paths.admin.settings}?${query}`;
};

/** The pages of the settings; a search finds single settings by their names. */
export function SettingsList({ groups, current }: Props) {
  const [search, setSearch] = useState('');
  const results = groups.flatMap(({ pages }) =>
    pages.flatMap(({ id, label, settings }) => [
      ...(matches(search, label) ? [{ id, label, page: '', setting: '' }] : []),
      ...settings
        .filter((name) => matches(search, name))
        .map((name) => ({ id, label: name, page: label, setting: name })),
    ]),
  );
  return (
    <nav className="sticky-from-md" aria-label="Settings">
      <SearchField
        label="Search settings"
        placeholder="Search"
        hideLabel
        value={search}
        onChange={setSearch}
        delay={0}
      />
      {search.trim() === '' ? (
        groups.map(({ name, pages }) => (
          <div key={name}>
            <h2 className="text-14 font-semibold font-sans text-muted m-0 mt-2 mb-4px">{name}</h2>
            <ul className="m-0">
              {pages.map(({ id, label }) => (
                <Entry key={id} to={addressOf(id)} current={id === current}>
                  {label}
                </Entry>
              ))}
            </ul>
          </div>
        ))
      ) : (
        <>
          <p className="sr-only" role="status">
            {results.length === 1 ? '1 setting found' : `${results.length} settings found`}
          </p>
          <ul className="m-0 mt-2">
            {results.map(({ id, label, page, setting }) => (
              <Entry key={`${id} ${setting}`} to={addressOf(id, setting)} current={false}>
                {label}
                {page && <span className="text-muted text-14"> {page}</span>}
              </Entry>
            ))}
          </ul>
          {results.length === 0 && <p className="text-muted">No setting has this name.</p>}
        </>
      )}
    </nav>
  );
}

function Entry({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        className={`min-h-touch break-anywhere tints rounded-4px ${styles.link} flex flex-col justify-center no-underline`}
        to={to}
        aria-current={current ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  );
}
