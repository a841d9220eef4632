import { listGallery } from '#shared/contracts/gallery.ts';
import { Gallery } from '#web/features/gallery/Gallery.tsx';
import { api } from '#web/lib/calls/api.ts';
import { t } from '#web/lib/languages/text.ts';
import { type PageMeta, quietly } from '#web/lib/meta/page.ts';
import { Island } from '#web/site/Island.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';

export async function load() {
  const answer = await quietly(api(listGallery));
  return { images: answer?.data ?? null };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = ({ images }: Data): PageMeta => ({
  title: t('Gallery'),
  description: t('Pictures from the meetings and conferences of the association.'),
  image: images?.[0]?.address.replace(/\d+\.webp$/, 'og.jpg'),
});

export function Page({ data: { images } }: { data: Data }) {
  return (
    <>
      <PageTitle title={t('Gallery')} />
      <div className="container page-body">
        {images === null ? (
          <NotLoaded what={t('The pictures')} />
        ) : images.length === 0 ? (
          <p className="text-muted">{t('There are no pictures yet. Please come back soon.')}</p>
        ) : (
          <Island name="Gallery" of={Gallery} props={{ images }} />
        )}
      </div>
    </>
  );
}
