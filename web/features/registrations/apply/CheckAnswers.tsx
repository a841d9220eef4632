import { useEffect, useRef } from 'react';
import type { Tier } from '#shared/contracts/tiers.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { othersOption } from '#shared/options.ts';
import { type PersonField, person } from '#shared/person.ts';
import { controllingField, isShown, type NamesIn, namesIn, otherField } from '#shared/person-fields.ts';
import type { PersonValues } from '#web/features/members/fields/person-form.ts';
import { formatDay, formatMobile } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import styles from './CheckAnswers.module.css';

type Name = NamesIn<'registration'>;

/** The fields that are answers of their own: the text of 'Others' stands with its choice. */
const names = namesIn('registration').filter((name) => {
  const choice = controllingField(name);
  return !choice || otherField(choice) !== name;
});

/** Whether its values are shown in the page's language. */
const isOption = ({ kind }: PersonField) => kind === 'choice' || kind === 'list' || kind === 'locality';

function answerOf(name: Name, values: PersonValues<'registration'>, tiers: readonly Tier[]): string {
  const value: unknown = values[name];
  if (value instanceof File) return value.name;
  const field: PersonField = person[name];
  const other = otherField(name) as Name | undefined;
  const texts = (Array.isArray(value) ? value.map(String) : [String(value ?? '')]).map((text) =>
    text === othersOption && other ? String(values[other]) || t(text) : isOption(field) ? t(text) : text,
  );
  const text = texts.join(', ');
  if (text === '') return t('Left empty');
  if (name === 'membership') {
    const tier = tiers.find(({ membership }) => membership === text);
    return tier ? `${t(membershipLabels[tier.membership])}, ${formatRupees(tier.fee)}` : text;
  }
  if (field.kind === 'birthday') return formatDay(text);
  return field.kind === 'mobile' ? formatMobile(text) : text;
}

interface Props {
  values: PersonValues<'registration'>;
  tiers: readonly Tier[];
  onChange: (name: Name) => void;
}

/** All answers before they are sent, in place of the form; each leads back to its field. */
export function CheckAnswers({ values, tiers, onChange }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section aria-labelledby="check-answers">
      <h3 id="check-answers" ref={heading} tabIndex={-1} className="text-22">
        {t('Check your answers')}
      </h3>
      <dl className="m-0 divide-y border-t border-b">
        {names
          .filter((name) => isShown(name, values))
          .map((name) => (
            <div key={name} className={`grid gap-2 ${styles.row}`}>
              <dt className="text-14">{t(person[name].label)}</dt>
              <dd className="break-anywhere">{answerOf(name, values, tiers)}</dd>
              <dd>
                <button type="button" className="link-button tap" onClick={() => onChange(name)}>
                  <T>
                    Change<span className="sr-only"> {t(person[name].label)}</span>
                  </T>
                </button>
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
