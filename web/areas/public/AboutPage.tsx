import { useLoaderData } from 'react-router';
import { getSettings } from '#shared/contracts/settings.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { type PageMeta, quietly } from '#web/lib/page.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { Link } from '#web/ui/Link.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { ProseWithHeadings } from '#web/ui/Prose.tsx';
import { NotLoaded } from '#web/ui/TryAgain.tsx';

export async function loader() {
  const settings = await quietly(api(getSettings));
  return { about: settings?.data[0]?.About ?? null };
}

export const meta = (data?: Awaited<ReturnType<typeof loader>>): PageMeta => ({
  title: 'About',
  description: data?.about?.replace(/\s+/g, ' ').slice(0, 155),
});

export function Component() {
  const { about } = useLoaderData<typeof loader>();
  const { officeBearers } = useAssociation();
  return (
    <>
      <PageTitle title="ABOUT" />
      <div className="wrap page-body text-18">
        {about === null ? <NotLoaded what="The text" /> : <ProseWithHeadings text={about} />}
        {officeBearers && (
          <p>
            <Link to={paths.officeBearers}>The office bearers of the association</Link>
          </p>
        )}
      </div>
    </>
  );
}
