import type { MemberCard } from '#shared/contracts/card.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { stateName } from '#web/lib/languages/states.ts';
import { t } from '#web/lib/languages/text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { QrCode } from '#web/ui/page/QrCode.tsx';
import styles from './CardFace.module.css';

/** The card as it is printed, for showing on a phone. */
export function CardFace({ card }: { card: MemberCard }) {
  const association = useAssociation();
  return (
    <article className={`tight ${styles.card} overflow-hidden shadow text-ink`} aria-label={t('Member card')}>
      <header className={`${styles.head} text-on-fill`}>
        <p className="text-18 font-semibold font-serif leading-tight" lang={association.nameLang}>
          {association.name}
        </p>
        <p className={`text-14 ${styles.kind}`}>{t('Member card')}</p>
      </header>
      <div className={`${styles.body} grid items-start`}>
        {card.photo ? (
          <img className={`border rounded ${styles.photo}`} src={card.photo} alt="" width="112" height="112" />
        ) : (
          <p className={`text-muted text-14 border rounded ${styles.noPhoto}`}>{t('No photo')}</p>
        )}
        <div className="text-muted break-anywhere">
          <p className={`text-22 ${styles.name}`}>{card.name}</p>
          <p>{t(`${t(membershipLabels[card.membership])} member`)}</p>
          <p>{stateName(card.homeState)}</p>
        </div>
        <QrCode
          className={styles.code}
          text={card.verify}
          label={t('QR code with which anybody can verify this card')}
        />
      </div>
      <dl className={`flex flex-wrap m-0 ${styles.facts}`}>
        <div>
          <dt className="text-14">{t('Member number')}</dt>
          <dd className="font-bold">{card.memberNumber}</dd>
        </div>
        {card.validUntil && (
          <div>
            <dt className="text-14">{t('Valid until')}</dt>
            <dd className="font-bold">{formatDay(card.validUntil)}</dd>
          </div>
        )}
      </dl>
    </article>
  );
}
