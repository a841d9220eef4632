import { useLinkSecret } from '#web/features/corrections/useLinkSecret.ts';
import { ConfirmEmail } from '#web/features/members/email/ConfirmEmail.tsx';
import type { PageMeta } from '#web/lib/page.ts';
import { BrowserOnly } from '#web/ui/BrowserOnly.tsx';
import { NoLink } from '#web/ui/DeadLink.tsx';

export const meta: PageMeta = { title: 'Confirm your e-mail address', noIndex: true };

/** Rendered in the browser only: browsers do not send the part after `#` to the server. */
export function Component() {
  const link = useLinkSecret();
  return (
    <div className="wrap page narrow">
      <h1>Confirm your e-mail address</h1>
      <BrowserOnly>{link === '' ? <NoLink /> : <ConfirmEmail key={link} link={link} />}</BrowserOnly>
    </div>
  );
}
