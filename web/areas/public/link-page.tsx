import type { ComponentType } from 'react';
import { useLinkSecret } from '#web/features/corrections/useLinkSecret.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { BrowserOnly } from '#web/ui/BrowserOnly.tsx';
import { NoLink } from '#web/ui/DeadLink.tsx';

/**
 * The module of a page that a mailed link opens. Personal, so rendered in the browser only: browsers do not send the part after `#`
 * to the server.
 */
export const linkPage = (title: string, View: ComponentType<{ link: string }>) => ({
  meta: { title, noIndex: true } satisfies PageMeta,
  Component: () => {
    const link = useLinkSecret();
    return (
      <div className="wrap page narrow">
        <h1>{title}</h1>
        <BrowserOnly>{link === '' ? <NoLink /> : <View key={link} link={link} />}</BrowserOnly>
      </div>
    );
  },
});
