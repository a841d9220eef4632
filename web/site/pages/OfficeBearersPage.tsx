import { type Bearer, listBearers } from '#shared/contracts/bearers.ts';
import { api } from '#web/lib/calls/api.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { type AssociationInfo, organization } from '#web/lib/meta/association.ts';
import { type PageMeta, quietly } from '#web/lib/meta/page.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';
import styles from './OfficeBearersPage.module.css';

/** The association with its office bearers as schema.org data: only office and name. */
const bearersData = (bearers: readonly Bearer[], association: AssociationInfo) => ({
  ...organization(association),
  member: bearers.map(({ office, name }) => ({
    '@type': 'OrganizationRole',
    roleName: office,
    member: { '@type': 'Person', name },
  })),
});

export async function load() {
  const [now, all] = await Promise.all([
    quietly(api(listBearers, {})),
    quietly(api(listBearers, { query: { all: true } })),
  ]);
  if (!now || !all) return { current: null, earlier: [] };
  const running = new Set(now.data.map(({ id }) => id));
  return { current: now.data, earlier: all.data.filter(({ id }) => !running.has(id)) };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = (data: Data, association: AssociationInfo): PageMeta => ({
  title: t('Office bearers'),
  description: t(`Who holds which office of ${association.name}.`),
  noIndex: data.current?.length === 0 && data.earlier.length === 0,
  ...(data.current && { jsonLd: bearersData(data.current, association) }),
});

export function Page({ data: { current, earlier } }: { data: Data }) {
  return (
    <>
      <PageTitle title={t('Office bearers')} />
      <div className="container page-body grid grid-cols-1 gap-8">
        {current === null ? (
          <NotLoaded what={t('The list')} />
        ) : current.length + earlier.length === 0 ? (
          <p className="text-muted">{t('The office bearers have not been published yet.')}</p>
        ) : (
          <>
            {current.length > 0 && (
              <ul className="grid gap-2 grid-cols-2-from-md grid-cols-3-from-lg">
                {current.map((bearer) => (
                  <Holder key={bearer.id} bearer={bearer} />
                ))}
              </ul>
            )}
            {earlier.length > 0 && <Earlier bearers={earlier} />}
          </>
        )}
      </div>
    </>
  );
}

function Holder({ bearer: { office, name, photo, state, from, until } }: { bearer: Bearer }) {
  return (
    <li className="card flex gap-2 p-3">
      {photo ? (
        <img
          className={`font-serif ${styles.photo} object-cover grid flex-none rounded bg-paper text-navy`}
          src={photo}
          alt=""
          width={96}
          height={112}
          loading="lazy"
        />
      ) : (
        <span
          className={`font-serif ${styles.photo} object-cover grid flex-none rounded bg-paper text-navy`}
          aria-hidden="true"
        >
          {name.replace(/^(Dr|Mr|Mrs|Ms|Shri|Smt)\.?\s+/i, '').charAt(0)}
        </span>
      )}
      <div className="break-anywhere min-w-0">
        <p className="font-semibold m-0 mb-4px text-saffron">{t(office)}</p>
        <h2 className="text-22 m-0 mb-4px">{name}</h2>
        {state && <p className="text-muted m-0">{t(state)}</p>}
        <p className="text-muted m-0">
          <T>Since {formatDay(from)}</T>
          {until && t(`, until ${formatDay(until)}`)}
        </p>
      </div>
    </li>
  );
}

function Earlier({ bearers }: { bearers: Bearer[] }) {
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">{t('Earlier terms')}</h2>
      <table className={`w-full ${styles.earlier}`}>
        <thead className="hidden-below-sm">
          <tr>
            <th scope="col">{t('Office')}</th>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Term')}</th>
          </tr>
        </thead>
        <tbody>
          {bearers.map(({ id, office, name, state, from, until }) => (
            <tr key={id}>
              <td>{t(office)}</td>
              <td>
                {name}
                {state && <span className="text-muted m-0">, {t(state)}</span>}
              </td>
              <td>
                <T>
                  {formatDay(from)} to {formatDay(until ?? '')}
                </T>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
