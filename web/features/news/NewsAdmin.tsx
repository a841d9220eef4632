import {
  createNews,
  deleteNews,
  listNews,
  type NewsItem,
  newsSchema,
  toggleNews,
  updateNews,
} from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { ActiveStatus, asRead, ContentAdmin, pictureColumn, titleColumn } from '#web/features/content/ContentAdmin.tsx';
import { ContentDialog, type EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { shrinkImage } from '#web/lib/browser/shrink-image.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { optionalFile, requiredFile } from '#web/lib/forms/validate.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { PictureField } from '#web/ui/forms/FilePickerField.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { DayAndTime } from '#web/ui/tables/TwoLines.tsx';

const columns: Column<NewsItem>[] = [
  pictureColumn((item) => item.pictureAddress),
  titleColumn(
    '45%',
    limits.adminNewsCut,
    (item) => item.title,
    (item) => item.description,
  ),
  { key: 'location', header: 'Location', sortBy: (item) => item.location, cell: (item) => item.location },
  {
    key: 'date',
    header: 'Date',
    sortBy: (item) => item.createdAt,
    cell: (item) => <DayAndTime at={item.createdAt} />,
  },
  {
    key: 'status',
    header: 'Status',
    sortBy: (item) => Number(item.active),
    cell: (item) => <ActiveStatus active={item.active} />,
  },
];

/** The office's list of all news items, including inactive ones. */
export function Component() {
  const list = useLoad(listNews, {}, { loggedIn: true });
  return (
    <ContentAdmin
      title="News"
      addLabel="Add News"
      caption="News"
      searchLabel="Search news"
      noun="news"
      columns={columns}
      list={list}
      rows={list.data?.news}
      nameOf={(row) => row.title}
      textsOf={(row) => [row.title, row.location, row.description]}
      editDialog={(props) => <NewsDialog {...props} />}
      toggle={{ isActive: (row) => row.active, call: (row) => api(toggleNews, asRead(row)) }}
      remove={{
        call: (row) => api(deleteNews, asRead(row)),
        warning: (row) => `“${row.title}” and its picture are deleted. This cannot be undone.`,
      }}
    />
  );
}

const withPicture = (required: boolean) =>
  newsSchema.extend({
    picture: required ? requiredFile(messages.news.picture) : optionalFile,
  });

const valuesOf = (item: NewsItem | null) => ({
  title: item?.title ?? '',
  location: item?.location ?? '',
  description: item?.description ?? '',
  picture: null,
});

/** Adds or changes a news item. */
function NewsDialog({ row: item, ...dialog }: EditDialogProps<NewsItem>) {
  const current = valuesOf(item);
  const form = useForm(checkedBy(withPicture(!item?.pictureAddress)), current);
  const { control } = form;
  return (
    <ContentDialog
      {...dialog}
      row={item}
      noun="News"
      form={form}
      current={current}
      save={async ({ picture, ...texts }, options) => {
        const files = { picture: picture ? await shrinkImage(picture) : undefined };
        return item
          ? api(updateNews, { body: { ...texts, newsId: item.id, version: item.version }, files }, options)
          : api(createNews, { body: texts, files }, options);
      }}
    >
      <Field control={control} name="title" label="News Title" required maxLength={limits.lineLength} />
      <Field control={control} name="location" label="Location" required maxLength={limits.lineLength} />
      <Field
        control={control}
        name="description"
        label="Description"
        required
        rows={8}
        maxLength={limits.articleLength}
      />
      <PictureField
        control={control}
        name="picture"
        label="News Picture"
        required={!item?.pictureAddress}
        stored={item?.pictureAddress}
      />
    </ContentDialog>
  );
}
