import { createNews, type NewsItem, newsSchema, updateNews } from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { ContentDialog } from '#web/features/content/ContentDialog.tsx';
import type { EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/api.ts';
import { shrinkImage } from '#web/lib/shrink-image.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { optionalFile, requiredFile } from '#web/lib/validate.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { PictureField } from '#web/ui/forms/PictureField.tsx';

const withPicture = (required: boolean) =>
  newsSchema.extend({
    news_pic: required ? requiredFile(messages.news.news_pic) : optionalFile,
  });

const valuesOf = (item: NewsItem | null) => ({
  Newstitle: item?.Newstitle ?? '',
  Location: item?.Location ?? '',
  Description: item?.Description ?? '',
  news_pic: null,
});

/** Adds or changes a news item. */
export function NewsDialog({ row: item, ...dialog }: EditDialogProps<NewsItem>) {
  const current = valuesOf(item);
  const form = useSchemaForm(withPicture(!item?.news_pic), current);
  const { control } = form;
  return (
    <ContentDialog
      {...dialog}
      row={item}
      noun="News"
      form={form}
      current={current}
      save={async ({ news_pic, ...texts }, options) => {
        const files = { news_pic: news_pic ? await shrinkImage(news_pic) : undefined };
        return item
          ? api(updateNews, { body: { ...texts, newsId: item._id, version: item.version }, files }, options)
          : api(createNews, { body: texts, files }, options);
      }}
    >
      <Field control={control} name="Newstitle" label="News Title" required maxLength={limits.lineLength} />
      <Field control={control} name="Location" label="Location" required maxLength={limits.lineLength} />
      <Field
        control={control}
        name="Description"
        label="Description"
        required
        rows={8}
        maxLength={limits.articleLength}
      />
      <PictureField
        control={control}
        name="news_pic"
        label="News Picture"
        required={!item?.news_pic}
        stored={item?.news_pic}
      />
    </ContentDialog>
  );
}
