import { getSettings } from '#shared/contracts/settings.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { useAssociation } from '#web/lib/association.ts';
import { type PageMeta, quietly } from '#web/lib/page.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { ProseWithHeadings } from '#web/ui/page/Prose.tsx';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';

export async function load() {
  const settings = await quietly(api(getSettings));
  return { about: settings?.data[0]?.About ?? null };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = ({ about }: Data): PageMeta => ({
  title: 'About',
  description: about?.replace(/\s+/g, ' ').slice(0, 155),
});

export function Page({ data: { about } }: { data: Data }) {
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
