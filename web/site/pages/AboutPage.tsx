import { getSettings } from '#shared/contracts/settings.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { describedBy } from '#web/lib/languages/description.ts';
import { t } from '#web/lib/languages/text.ts';
import { officeText } from '#web/lib/languages/written-text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { type PageMeta, quietly } from '#web/lib/meta/page.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { ProseWithHeadings } from '#web/ui/page/Prose.tsx';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';

export async function load() {
  const settings = await quietly(api(getSettings));
  const [record] = settings?.data ?? [];
  return { about: record?.aboutText ?? null, hindi: record?.hi.aboutText };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = ({ about, hindi }: Data): PageMeta => ({
  title: t('About'),
  description: describedBy(about ?? undefined, hindi),
});

export function Page({ data: { about, hindi } }: { data: Data }) {
  const { officeBearers } = useAssociation();
  return (
    <>
      <PageTitle title={t('ABOUT')} />
      <div className="container page-body text-18">
        {about === null ? <NotLoaded what={t('The text')} /> : <ProseWithHeadings {...officeText(about, hindi)} />}
        {officeBearers && (
          <p>
            <Link to={paths.officeBearers}>{t('The office bearers of the association')}</Link>
          </p>
        )}
      </div>
    </>
  );
}
