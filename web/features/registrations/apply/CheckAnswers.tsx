import { useWatch } from 'react-hook-form';
import type { Tier } from '#shared/contracts/tiers.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { person } from '#shared/person.ts';
import { usePersonForm } from '#web/features/members/fields/use-person-form.ts';
import { formatDay, formatMobile } from '#web/lib/format.ts';
import styles from './CheckAnswers.module.css';

/** The answers by which the office and the person find each other, and on which the fee depends. */
const names = [
  'membership',
  'ProsecutorName',
  'DateofBirth',
  'email',
  'mobile_no',
  'State',
  'District',
  'SubDistrict',
  'Practice',
  'councilMembership',
] as const;

/** A short list of the answers before they are sent, once they are all there. */
export function CheckAnswers({ tiers }: { tiers: readonly Tier[] }) {
  const { control, setFocus } = usePersonForm();
  const given = useWatch({ control, name: names });
  if (given.some((value) => value.trim() === '')) return null;
  const [membership, name, birthday, email, mobile, state, district, subDistrict, court, idNumber] = given;
  const tier = tiers.find((each) => each.membership === membership);
  const rows = [
    ['membership', tier ? `${membershipLabels[tier.membership]}, ${formatRupees(tier.fee)}` : membership],
    ['ProsecutorName', name],
    ['DateofBirth', formatDay(birthday)],
    ['email', email],
    ['mobile_no', formatMobile(mobile)],
    ['State', `${state}, ${district}, ${subDistrict}`],
    ['Practice', court],
    ['councilMembership', idNumber],
  ] as const;
  return (
    <section aria-labelledby="check-answers">
      <h3 id="check-answers" className="text-22">
        Check your answers
      </h3>
      <dl className="flush ruled line-above line-below">
        {rows.map(([field, value]) => (
          <div key={field} className={`stack ${styles.row}`}>
            <dt className="small">{field === 'State' ? 'Place' : person[field].label}</dt>
            <dd>{value}</dd>
            <dd>
              <button
                type="button"
                className="link-button tap"
                onClick={() => {
                  setFocus(field);
                  document.activeElement?.scrollIntoView({ block: 'center' });
                }}
              >
                Change<span className="unseen"> {field === 'State' ? 'the place' : person[field].label}</span>
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
