import { useLinkSecret } from '#web/features/corrections/useLinkSecret.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { BrowserOnly } from '#web/ui/BrowserOnly.tsx';
import { NoLink } from '#web/ui/DeadLink.tsx';

const CorrectionForm = lazyPart(() => import('#web/features/corrections/CorrectionForm.tsx'), 'CorrectionForm');

export const meta: PageMeta = { title: 'Correct your application', noIndex: true };

/** Personal, so rendered in the browser only: browsers do not send the part after `#` to the server. */
export function Component() {
  const link = useLinkSecret();
  return (
    <div className="wrap page narrow">
      <h1>Correct your application</h1>
      <BrowserOnly>{link === '' ? <NoLink /> : <CorrectionForm key={link} link={link} />}</BrowserOnly>
    </div>
  );
}
