import { type LetterFilter, type LetterKind, letterRecipients } from '#shared/contracts/letters.ts';
import { listDistricts, listStates } from '#shared/contracts/locations.ts';
import { subscriptionStates } from '#shared/contracts/payments.ts';
import { membershipLabels, membershipValues } from '#shared/memberships.ts';
import { formatNumber } from '#shared/money.ts';
import { anyAssociationOffice, associationOffices, specialisations } from '#shared/options.ts';
import { counted } from '#web/lib/counted.ts';
import { useOffice } from '#web/lib/office.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { FilterCombo } from '#web/ui/FilterCombo.tsx';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import styles from './Letters.module.css';
import { subscriptionLabels } from './wording.ts';

interface Props {
  kind: LetterKind;
  filter: LetterFilter;
  onChange: (filter: LetterFilter) => void;
  /** The server's message about the choice. */
  error: string | undefined;
}

/** Chooses a letter's recipients by the directory's filters, and shows their number. */
export function RecipientsSection({ kind, filter, onChange, error }: Props) {
  const office = useOffice();
  const bound = office.states.length > 0;
  const allStates = useLoad(listStates, office.known && !bound ? {} : null);
  const states = bound
    ? office.states
    : allStates.failed
      ? []
      : allStates.data?.data.map((each) => each.state_name_english);
  const districts = useLoad(listDistricts, filter.State ? { query: { state: filter.State } } : null);
  const count = useLoad(letterRecipients, { query: { ...filter, kind } });
  const set = (change: LetterFilter) => onChange({ ...filter, ...change });
  const found = count.loading ? undefined : count.data?.data;
  return (
    <section aria-labelledby="recipients" className="card pad-3">
      <h2 id="recipients" className={`flush below-3 ${styles.heading}`}>
        To whom
      </h2>
      {filter.vote ? (
        <p className="flush">Exactly the members on the roll of the vote, whose notice this is.</p>
      ) : (
        <div className={`stack gap-3 ${styles.filters}`}>
          <FilterCombo
            label="State"
            allText={bound ? office.states.join(', ') : 'All India'}
            value={filter.State ?? ''}
            options={states}
            onChange={(State) => set({ State, District: '' })}
          />
          <FilterCombo
            label="District"
            allText={filter.State ? 'All' : 'Choose a state first'}
            value={filter.District ?? ''}
            options={
              districts.loading ? undefined : (districts.data?.data.map((each) => each.district_name_english) ?? [])
            }
            onChange={(District) => set({ District })}
          />
          <FilterSelect
            label="Membership"
            value={filter.membership ?? ''}
            options={membershipValues.map((value) => ({ value, label: membershipLabels[value] }))}
            onChange={(membership) => set({ membership: membership as LetterFilter['membership'] })}
          />
          <FilterCombo
            label="Specialisation"
            value={filter.Specialisation ?? ''}
            options={specialisations}
            onChange={(Specialisation) => set({ Specialisation })}
          />
          <FilterSelect
            label="Subscription"
            value={filter.standing ?? ''}
            options={subscriptionStates.map((value) => ({ value, label: subscriptionLabels[value] }))}
            onChange={(standing) => set({ standing: standing as LetterFilter['standing'] })}
          />
          <FilterSelect
            label="Office held"
            value={filter.Association ?? ''}
            options={[{ value: anyAssociationOffice, label: 'Any office' }, ...associationOffices]}
            onChange={(Association) => set({ Association: Association as LetterFilter['Association'] })}
          />
        </div>
      )}
      <div className={`above-3 ${styles.people}`} aria-live="polite">
        {error ? (
          <p className={styles.error}>{error}</p>
        ) : count.failed && !count.loading ? (
          <p className={styles.error}>{count.failed.message}</p>
        ) : found ? (
          <>
            <p className={styles.number}>{counted(found.people, 'member')}</p>
            <p>
              {formatNumber(found.byMail)} by e-mail
              {found.leftOut.switchedOff > 0 &&
                `, ${formatNumber(found.leftOut.switchedOff)} want no circulars by e-mail`}
              {found.leftOut.bounced > 0 && `, at ${formatNumber(found.leftOut.bounced)} mails do not arrive`}. All of
              them read it on the site.
            </p>
          </>
        ) : (
          <p>Counting…</p>
        )}
      </div>
    </section>
  );
}
