import { type KeyboardEvent, useRef, useState } from 'react';
import type { Tier } from '#shared/contracts/tiers.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { officeText } from '#web/lib/languages/written-text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { OfficeText } from '#web/ui/page/Prose.tsx';
import styles from './TierTabs.module.css';

/** On a narrow screen a name of two words takes two lines. */
const breakable = (name: string) => name.split(/(?<=\/)/).map((part, index) => [index > 0 && <wbr key={part} />, part]);

const title = (tier: Tier) => officeText(tier.title, tier.hi.title);

/** Line by line where there are second ones. */
function benefits({ benefits: english, hi }: Tier) {
  const hindi = hi.benefits ?? [];
  const whole = officeText(english.join('\n'), hindi.join('\n'));
  return whole.text.split('\n').map((text) => ({ ...whole, text }));
}

interface Props {
  tiers: readonly Tier[];
  /** What is owed for each of them, today and later. */
  owed: readonly string[];
}

/**
 * The tiers with tabs, of which one is highlighted: side by side, on a phone below each other. Without a script the tabs are links to
 * them.
 */
export function TierTabs({ tiers, owed }: Props) {
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  function choose(index: number) {
    setActive(index);
    list.current?.querySelectorAll('a')[index]?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = tiers.length - 1;
    const next = {
      ArrowRight: active === last ? 0 : active + 1,
      ArrowLeft: active === 0 ? last : active - 1,
      Home: 0,
      End: last,
      ' ': active,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  }

  return (
    <div>
      <div
        ref={list}
        className={`flex flex-wrap mb-3 no-print ${styles.tabs} border-b`}
        role="tablist"
        aria-label={t('Kinds of membership')}
      >
        {tiers.map((tier, index) => (
          <a
            key={tier.membership}
            role="tab"
            id={`tier-tab-${index}`}
            href={`#tier-${index}`}
            aria-selected={index === active}
            aria-controls={`tier-${index}`}
            tabIndex={index === active ? 0 : -1}
            className={`tab text-center inline-flex items-center leading-tight ${styles.tab} justify-center`}
            onKeyDown={onKeyDown}
            onClick={(event) => {
              event.preventDefault();
              choose(index);
            }}
          >
            {breakable(t(membershipLabels[tier.membership]))}
          </a>
        ))}
      </div>
      <div className={`grid gap-3 ${styles.cards}`}>
        {tiers.map((tier, index) => (
          <div
            key={tier.membership}
            role="tabpanel"
            id={`tier-${index}`}
            aria-labelledby={`tier-tab-${index}`}
            className={`card p-3 ${styles.card} ${index === active ? styles.active : ''}`}
          >
            <h3 className={`${styles.title} mb-4px`} lang={title(tier).lang}>
              {breakable(title(tier).text)}
            </h3>
            <OfficeText as="p" className="text-muted" {...officeText(tier.heading, tier.hi.heading)} />
            <p className={`flex flex-wrap ${styles.fee} items-baseline border-b`}>
              <span className={`font-semibold font-serif whitespace-nowrap leading-tight ${styles.amount} text-navy`}>
                {formatRupees(tier.fee)}
              </span>{' '}
              <span className="text-muted text-14">{t('one-time fee')}</span>
            </p>
            <p className="m-0 mb-2">{owed[index]}</p>
            <ul className={`${styles.benefits} grid`}>
              {benefits(tier).map(({ text, lang }) => (
                <OfficeText key={text} as="li" text={text} lang={lang} />
              ))}
            </ul>
            <p className="no-print m-0 mt-3">
              <Link className={`button w-full ${styles.choose}`} to={paths.join(tier.membership)}>
                <T>
                  Choose {breakable(t(membershipLabels[tier.membership]))}: {formatRupees(tier.fee)}
                </T>
              </Link>
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
