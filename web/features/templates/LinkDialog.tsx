import { z } from 'zod';
import { isWebLink, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';

const linkSchema = z.object({
  words: requiredText(messages.templates.linkWords, limits.lineLength),
  address: z
    .string()
    .trim()
    .refine((text) => text.startsWith('https://') && isWebLink(text), { error: messages.templates.linkAddress }),
});

interface LinkProps {
  words: string;
  onLink: (words: string, address: string) => void;
  onClose: () => void;
}

/** Asks for the words of a link in a mail, and where they lead. */
export function LinkDialog({ words, onLink, onClose }: LinkProps) {
  const form = useForm(checkedBy(linkSchema), { words, address: 'https://' });
  return (
    <ShortFormDialog
      small
      title="Link"
      submitLabel="Put in"
      form={form}
      send={async (typed) => onLink(typed.words.trim().replace(/[[\]\n]/g, ' '), typed.address.trim())}
      onClose={onClose}
    >
      <FormStack>
        <Field control={form.control} name="words" label="Words" required maxLength={limits.lineLength} />
        <Field control={form.control} name="address" label="Address" type="url" required maxLength={limits.urlLength} />
      </FormStack>
    </ShortFormDialog>
  );
}
