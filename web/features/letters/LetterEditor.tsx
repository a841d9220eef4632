import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  createLetter,
  type Letter,
  type LetterFilter,
  letterFile,
  letterRecipients,
  letterSchema,
  updateLetter,
  withoutEmpty,
} from '#shared/contracts/letters.ts';
import { previewMail, testMail } from '#shared/contracts/templates.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { MailPreview } from '#web/features/templates/MailPreview.tsx';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { resetForm, setValue, useField, useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { useLeaveQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FilePickerField } from '#web/ui/forms/FilePickerField.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { useConflict } from '#web/ui/forms/useConflict.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { LetterText } from './LetterText.tsx';
import { RecipientsSection } from './RecipientsSection.tsx';
import { SendDialog } from './SendDialog.tsx';
import { clearDays } from './wording.ts';

// No letters, so that no template changes them.
const marks = { title: '§1§', text: '§2§' };

/** What stands between title and text of a letter in the mail, with an example's name; '' while it is unknown. */
function useGreeting(letter: { letter?: 'notice'; meetingOn?: string }): string {
  const { data } = useLoad(previewMail, { body: { ...letter, subject: marks.title, text: marks.text } });
  const [before = '', ...rest] = data?.data.text.split(marks.text) ?? [];
  return rest.length === 0 ? '' : (before.split(marks.title).at(-1) ?? '').trim();
}

const schema = letterSchema.pick({ kind: true, title: true, text: true, meetingOn: true });

const kinds = [
  { value: 'circular', label: 'Circular: to those who want circulars by e-mail' },
  { value: 'notice', label: 'Notice of a meeting or an election: to everybody' },
];

const valuesOf = (letter: Letter | null) => ({
  kind: letter?.kind ?? ('circular' as string),
  title: letter?.title ?? '',
  text: letter?.text ?? '',
  meetingOn: letter?.meetingOn ?? '',
  filter: letter?.filter ?? ({} as LetterFilter),
  file: null as File | null,
  removeFile: false,
});
type Values = ReturnType<typeof valuesOf>;

interface Props {
  /** null for a new letter. */
  letter: Letter | null;
  reload: () => void;
}

/** Edits, previews and sends a draft. */
export function LetterEditor({ letter, reload }: Props) {
  const navigate = useNavigate();
  const current = valuesOf(letter);
  const form = useForm<Values>(checkedBy(schema), current);
  const { control, isDirty: dirty } = form;
  const [kind, meetingOn, title, text] = useWatch(control, ['kind', 'meetingOn', 'title', 'text']);
  const recipients = useField(control, 'filter');
  const filter = recipients.value;
  const [file, removeFile] = useWatch(control, ['file', 'removeFile']);
  const { busy: testing, attempt } = useAttempt();
  const [sending, setSending] = useState<Letter>();
  const conflict = useConflict(letter?.version, reload, () => resetForm(form.control, current));
  /** Saved, but the record has not been reloaded yet. */
  const [leaving, setLeaving] = useState(false);
  const version = letter?.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes after the reload are unsaved again
  useEffect(() => setLeaving(false), [version]);
  const question = useLeaveQuestion(dirty && !leaving);
  const busy = form.busy;
  const isNotice = kind === 'notice';

  async function save(values: Values): Promise<Letter | undefined> {
    const { file: chosen, removeFile: isRemoved, ...texts } = values;
    const body = { ...texts, kind: values.kind as Letter['kind'], ...(isRemoved ? { removeFile: true } : {}) };
    const files = chosen ? { file: chosen } : {};
    try {
      const answer = letter
        ? await api(updateLetter, { params: { id: letter.id }, body: { ...body, version: letter.version }, files })
        : await api(createLetter, { body, files });
      conflict.settle();
      resetForm(form.control, { ...values, file: null, removeFile: false });
      setLeaving(true);
      return answer.circular;
    } catch (error) {
      if (conflict.check(error)) return undefined;
      throw error;
    }
  }

  const keep = (next: (saved: Letter) => void) =>
    form.send(async (values) => {
      const saved = !dirty && letter ? letter : await save(values);
      if (saved) next(saved);
    });
  const saveDraft = keep((saved) => {
    toast.success(messages.letters.draftSaved);
    if (letter) reload();
    else void navigate(paths.admin.letter(saved.id), { replace: true });
  });
  const send = keep(setSending);

  const count = useLoad(letterRecipients, { query: { ...filter, kind: isNotice ? 'notice' : 'circular' } });
  const number = count.data?.nextNumber ?? '';
  const trial = isNotice
    ? { letter: 'notice' as const, meetingOn: meetingOn ?? '', subject: title, text, number }
    : { subject: title, text, number };
  const greeting = useGreeting(isNotice ? { letter: 'notice', meetingOn: meetingOn ?? '' } : {});
  const [previewing, setPreviewing] = useState(false);
  const actions = (
    <>
      <Button
        look="outlined"
        disabled={testing || title.trim() === '' || text.trim() === ''}
        onClick={() => void attempt(() => api(testMail, { body: trial }))}
      >
        Test to myself
      </Button>
      <Button look="outlined" disabled={busy} onClick={saveDraft}>
        Save draft
      </Button>
      <Button disabled={busy} onClick={send}>
        Send…
      </Button>
    </>
  );
  const days = isNotice && meetingOn ? clearDays(meetingOn, new Date()) : undefined;
  return (
    <>
      <PageHeader
        title={letter ? 'Edit letter' : 'Write a letter'}
        text={number && `${isNotice ? 'Notice' : 'Circular'} ${number}, if no other letter is sent before it`}
      >
        {actions}
      </PageHeader>
      {conflict.notice}
      <div className="grid grid-cols-1 gap-3 max-w-960">
        <form ref={form.native.ref} aria-label="Letter" className="grid gap-4 grid-cols-1" onSubmit={saveDraft}>
          <FormStack disabled={busy}>
            {!filter.vote && <SelectField control={control} name="kind" label="Kind" options={kinds} chosenOnly />}
            {isNotice && (
              <>
                <DateField control={control} name="meetingOn" label="Day of the meeting" required disablePast />
                {days !== undefined && days >= 0 && (
                  <p className="text-muted m-0">
                    Sent today, {days === 1 ? '1 clear day is' : `${days} clear days are`} left before the meeting; the
                    day of sending and that of the meeting are not counted.
                  </p>
                )}
              </>
            )}
          </FormStack>
          <RecipientsSection
            count={count}
            filter={filter}
            error={recipients.error}
            sectionRef={recipients.ref}
            onChange={(next) => recipients.onChange(withoutEmpty(next))}
          />
          <FormStack disabled={busy}>
            <Field
              control={control}
              name="title"
              label="Title"
              required
              maxLength={limits.lineLength}
              hint="Also the subject of the mail"
            />
            <LetterText control={control} name="text" disabled={busy} greeting={greeting} />
            <FilePickerField
              control={control}
              name="file"
              label="File"
              accept="any"
              taken="One PDF, up to 5 MB; it comes with the mail and stands on the site"
              maxBytes={limits.letterFileBytes}
              current={letter?.file && !removeFile ? <strong>{letter.file.name}</strong> : undefined}
            />
            {letter?.file && !file && (
              <div className="flex flex-wrap gap-1">
                <DownloadButton
                  small
                  look="text"
                  name={letter.file.name}
                  load={() => api(letterFile, { params: { id: letter.id } })}
                >
                  Download the stored file
                </DownloadButton>
                <Button small look="text" danger onClick={() => setValue(control, 'removeFile', !removeFile)}>
                  {removeFile ? 'Keep the stored file' : 'Remove the stored file'}
                </Button>
              </div>
            )}
          </FormStack>
          <div className="flex flex-wrap gap-1">{actions}</div>
        </form>
        <details onToggle={(event) => setPreviewing(event.currentTarget.open)}>
          <summary className="opener">The whole mail, with examples</summary>
          {previewing && <MailPreview {...trial} />}
        </details>
      </div>
      {question}
      {sending && (
        <SendDialog
          letter={sending}
          onClose={() => {
            setSending(undefined);
            if (letter) reload();
            else void navigate(paths.admin.letter(sending.id), { replace: true });
          }}
        />
      )}
    </>
  );
}
