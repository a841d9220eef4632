import Button from '@mui/material/Button';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { createNews, type NewsItem, newsSchema, updateNews } from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { shrinkImage } from '#web/lib/shrink-image.ts';
import { toast } from '#web/lib/toast.ts';
import { saveFailure } from '#web/lib/useAttempt.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Field } from '#web/ui/Field.tsx';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import { useConflict } from '#web/ui/useConflict.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';

interface Props {
  /** null: a new item. */
  item: NewsItem | null;
  onSaved: () => void;
  onClose: () => void;
  /** Somebody else has saved it meanwhile: load the list again. */
  onConflict: () => void;
}

const withPicture = (required: boolean) =>
  newsSchema.extend({
    news_pic: z.custom<File | null>((value) => !required || value instanceof File, { error: messages.news.news_pic }),
  });

const valuesOf = (item: NewsItem | null) => ({
  Newstitle: item?.Newstitle ?? '',
  Location: item?.Location ?? '',
  Description: item?.Description ?? '',
  news_pic: null,
});

/** Adds or changes a news item. */
export function NewsDialog({ item, onSaved, onClose, onConflict }: Props) {
  const form = useSchemaForm(withPicture(!item?.news_pic), valuesOf(item));
  const { control, formState } = form;
  const picture = useController({ control, name: 'news_pic' });
  const [progress, setProgress] = useState(0);
  const conflict = useConflict(item?.version, onConflict, () => form.reset(valuesOf(item)));
  const { close, question } = useDiscardQuestion(formState.isDirty, onClose);
  const busy = formState.isSubmitting;

  const submit = form.send(async ({ news_pic, ...texts }) => {
    setProgress(0);
    const files = { news_pic: news_pic ? await shrinkImage(news_pic) : undefined };
    const options = { onProgress: setProgress };
    try {
      const { message } = item
        ? await api(updateNews, { body: { ...texts, newsId: item._id, version: item.version }, files }, options)
        : await api(createNews, { body: texts, files }, options);
      toast.success(message);
      onSaved();
    } catch (error) {
      conflict.check(error);
      throw saveFailure(error, messages.general.failed);
    }
  });

  return (
    <ModalDialog
      open
      title={item ? 'Edit News' : 'Add News'}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button variant="outlined" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {item ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      {conflict.notice}
      <FormStack disabled={busy}>
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
        <FilePicker
          label="News Picture"
          name="news_pic"
          accept="image"
          required={!item?.news_pic}
          value={picture.field.value}
          onChange={picture.field.onChange}
          error={picture.fieldState.error?.message}
          current={item?.news_pic && <img src={item.news_pic} alt="Stored now" />}
        />
        {busy && <UploadProgress fraction={progress} label="Saving" />}
      </FormStack>
      {question}
    </ModalDialog>
  );
}
