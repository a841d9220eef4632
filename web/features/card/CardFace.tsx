import type { MemberCard } from '#shared/contracts/card.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { useAssociation } from '#web/lib/association.ts';
import { formatDay } from '#web/lib/format.ts';
import { t } from '#web/lib/text.ts';
import { QrCode } from '#web/ui/page/QrCode.tsx';
import styles from './CardFace.module.css';

/** The card as it is printed, for showing on a phone. */
export function CardFace({ card }: { card: MemberCard }) {
  const association = useAssociation();
  return (
    <article className={`tight ${styles.card} clips raised ink`} aria-label="Member card">
      <header className={`${styles.head} on-fill`}>
        <p className="text-18 strong serif close-lines">{association.name}</p>
        <p className={`small ${styles.kind}`}>Member card</p>
      </header>
      <div className={`${styles.body} grid from-top`}>
        {card.photo ? (
          <img className={`framed ${styles.photo}`} src={card.photo} alt="" width="112" height="112" />
        ) : (
          <p className={`muted small framed ${styles.noPhoto}`}>No photo</p>
        )}
        <div className="muted breaks">
          <p className={`text-22 ${styles.name}`}>{card.ProsecutorName}</p>
          <p>{t(`${t(membershipLabels[card.membership])} member`)}</p>
          <p>{t(card.State)}</p>
        </div>
        <QrCode className={styles.code} text={card.verify} label="QR code with which anybody can verify this card" />
      </div>
      <dl className={`wraps flush ${styles.facts}`}>
        <div>
          <dt className="small">Member number</dt>
          <dd className="bold">{card.memberNumber}</dd>
        </div>
        {card.validUntil && (
          <div>
            <dt className="small">Valid until</dt>
            <dd className="bold">{formatDay(card.validUntil)}</dd>
          </div>
        )}
      </dl>
    </article>
  );
}
