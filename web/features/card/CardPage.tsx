import { cardPdf, cardPicture, type MemberCard, ownCard, replaceCard } from '#shared/contracts/card.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { T } from '#web/lib/languages/T.ts';
import { href, msg, t } from '#web/lib/languages/text.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { CardFace } from './CardFace.tsx';

/** The member's own card: show, download and replace it. */
export function Component() {
  const card = useLoad(ownCard, {});
  return (
    <div className="container page">
      <PageHeader title={t('My Member Card')} />
      <Loaded of={card}>{({ data }) => <Card card={data} onReplaced={card.reload} />}</Loaded>
    </div>
  );
}

const files = [
  ['member-card.pdf', msg('Card (PDF)'), () => api(cardPdf, { query: { paper: 'card' } })],
  ['member-card-a4.pdf', msg('To print and cut (A4)'), () => api(cardPdf, { query: { paper: 'a4' } })],
  ['member-card.png', msg('Picture for the phone'), () => api(cardPicture)],
] as const;

function Card({ card, onReplaced }: { card: MemberCard; onReplaced: () => void }) {
  if (!card.valid) {
    return (
      <Note tone="warning">
        <T>
          Your membership has lapsed, and with it your member card. It is valid again as soon as the association has
          received what is due.
        </T>
      </Note>
    );
  }
  return (
    <div className="grid gap-3">
      <CardFace card={card} />
      <div className="flex flex-wrap gap-1-2">
        {files.map(([name, label, load]) => (
          <DownloadButton key={name} name={name} load={load}>
            {t(label)}
          </DownloadButton>
        ))}
      </div>
      <p className="m-0 measure">
        <T>
          Anyone who scans the code sees <a href={card.verify}>{t('this page')}</a>: whether the card is valid, your
          name, member number, membership and State. Your photo and until when you have paid are shown only if you allow
          it in <a href={href(paths.profile)}>{t('your profile')}</a>.
        </T>
      </p>
      <div className="flex flex-wrap gap-1-2">
        <AskedButton
          danger
          label={t('Replace a lost card')}
          title={t('Replace the card?')}
          confirmLabel={t('Replace')}
          act={() => api(replaceCard)}
          onEnd={(succeeded) => succeeded && onReplaced()}
        >
          <T>
            The card gets a new code. Every card and picture with the old one is then shown as ‘replaced, not valid’;
            please print or save yours again. This cannot be undone.
          </T>
        </AskedButton>
      </div>
    </div>
  );
}
