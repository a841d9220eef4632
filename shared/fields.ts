import { z } from 'zod';
import { languages } from './languages.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { withFigures } from './sentence.ts';
import { cleanLetters, plainEmail, plainMobile, type Signs, typedDigits } from './typing.ts';
import { fromWire } from './wire-names.ts';
import { namedLike, namesOf, wire } from './wire-schemas.ts';

/**
 * Building blocks of the contracts: each takes the exact message of its field. Of several broken rules of a field
 * the first is reported. None of them uses `abort`: that would also skip the rules over two fields, and
 * all messages have to come at once.
 */

/** Text that must be filled in, trimmed; as all texts in one encoding, so that ज़ of one and of two code points is the same. */
export const requiredText = (message: string, max: number = limits.lineLength) =>
  z
    .string({ error: message })
    .trim()
    .normalize('NFC')
    .min(1, { error: message })
    .max(max, { error: messages.general.tooLong });

/** Text that may be empty or absent; trimmed, '' when absent. */
export const optionalText = (max: number = limits.lineLength) =>
  z.string().trim().normalize('NFC').max(max, { error: messages.general.tooLong }).optional().default('');

/** One of a list of options. */
export const option = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z.enum(values, { error: message });

/** The same in a form, whose input type is any text. */
export const choice = <const T extends readonly [string, ...string[]]>(
  values: T,
  message: string,
): z.ZodType<T[number], string> => option(values, message);

/** Replaces each run of blanks, of any width, by one space. */
export const withSingleSpaces = (text: string) => text.replace(/\p{Zs}+/gu, ' ').trim();
const digits = /^\d*$/;

/** A name or a title, cleaned; what has no letter is missing. */
export const requiredLetters = (message: string, signs: Signs = 'name', max: number = limits.nameLength) =>
  z
    .string({ error: message })
    .overwrite((text) => cleanLetters(text, signs))
    .min(1, { error: message })
    .max(max, { error: messages.general.tooLong });

/** The same, which may be left empty. */
export const optionalLetters = (signs: Signs = 'name', max: number = limits.nameLength) =>
  z
    .string()
    .overwrite((text) => cleanLetters(text, signs))
    .max(max, { error: messages.general.tooLong })
    .optional()
    .default('');

/** A number of years as typed: digits only, at most four. */
export const requiredYears = (message: string) =>
  z
    .string({ error: message })
    .overwrite((text) => typedDigits(text).trim())
    .min(1, { error: message })
    .max(limits.yearsDigits, { error: messages.general.tooLong })
    .regex(digits, { error: messages.registration.digits });

/** `text@text.tld`, of letters in any script; none of the signs by which a mail server or a person would read another address. */
const emailForm =
  /^(?=[^@]{1,64}@)[^\s@.<>()[\]\\,;:"\p{C}\p{Pi}\p{Pf}]+(\.[^\s@.<>()[\]\\,;:"\p{C}\p{Pi}\p{Pf}]+)*@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
/** Whether a text is an e-mail address of the form text@text.tld. */
export const isEmail = (text: string) => emailForm.test(text);

const plainAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u;
/** Whether a text is exactly one address to which a mail can be sent; one that could be read as two, or as part of a header, is refused. */
export const isPlainAddress = (text: string) => plainAddress.test(text);

/** What somebody enters as their e-mail, in the spelling of {@link plainEmail}; of any form. */
export const writtenEmail = (empty: string, tooLong: string = messages.general.tooLong) =>
  z.string({ error: empty }).overwrite(plainEmail).min(1, { error: empty }).max(limits.emailLength, { error: tooLong });

/** An address of the form text@text.tld; comes out in lower case. */
export const email = (empty: string, invalid: string) =>
  writtenEmail(empty, invalid).regex(emailForm, { error: invalid }).toLowerCase();

/** An e-mail address that may be left empty; comes out in lower case. */
export const optionalEmail = (invalid: string) =>
  z
    .string()
    .overwrite(plainEmail)
    .max(limits.emailLength, { error: invalid })
    .refine((text) => text === '' || isEmail(text), { error: invalid })
    .toLowerCase()
    .optional()
    .default('');

/** Exactly ten digits, which may come with a prefix, blanks and hyphens. */
export const mobile = (empty: string, invalid: string) =>
  z
    .string({ error: empty })
    .trim()
    .overwrite(plainMobile)
    .min(1, { error: empty })
    .regex(/^\d{10}$/, { error: invalid });

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
/** A day, `YYYY-MM-DD`. @param error for another form; of that form the calendar may not have it */
export const isoDay = (error: string = messages.general.wrong) =>
  z
    .string({ error })
    .overwrite(typedDigits)
    .check(z.iso.date({ error: ({ input }) => (dayForm.test(String(input)) ? messages.general.noDay : error) }));

/** A telephone number in any form; an Indian mobile number comes out as its ten digits. */
export const optionalPhone = () => optionalText(limits.contactMobileLength).overwrite(plainMobile);

/** A web address, http or https only; `javascript:` and the like never pass. */
export const webLink = (empty: string, invalid: string) =>
  z
    .string({ error: empty })
    .trim()
    .min(1, { error: empty })
    .max(limits.urlLength, { error: invalid })
    .refine(isWebLink, { error: invalid });

export const optionalWebLink = (invalid: string) =>
  z
    .string()
    .trim()
    .max(limits.urlLength, { error: invalid })
    .refine((text) => text === '' || isWebLink(text), { error: invalid })
    .optional()
    .default('');

/** Whether a text is an absolute http(s) address without credentials. */
export function isWebLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
}

/** A new password: only its length; the server also refuses common ones and parts of the own name and e-mail. */
export const newPassword = (empty: string) =>
  z
    .string({ error: empty })
    .min(1, { error: empty })
    .min(limits.passwordMin, { error: withFigures`Please use at least ${limits.passwordMin} characters` })
    .max(limits.passwordMax, { error: withFigures`Please use at most ${limits.passwordMax} characters` });

/** A password that is only compared. */
export const givenPassword = (empty: string) =>
  z.string({ error: empty }).min(1, { error: empty }).max(1_000, { error: empty });

/** The id of a record in an answer. */
export const answeredId = wire('_id', z.string());

/** A record's id in a request; one in capitals is the same. */
export const recordId = z.uuid({ error: 'This address is not complete.' }).toLowerCase();
/** The record of a call: `{id}` in its path. */
export const byId = z.object({ id: recordId });

export const page = z.coerce
  .number({ error: 'Not a page number' })
  .int()
  .min(1)
  .max(limits.maxPage)
  .optional()
  .default(1);

/** `limit`: the number of first items, for pages that show no more; an invalid one asks for all. */
export const firstOf = z.object({ limit: z.coerce.number().int().min(1).max(1_000).optional().catch(undefined) });

/** A value, or '' as when it is absent. */
export const orEmpty = <Schema extends z.ZodType>(schema: Schema, error?: string) =>
  z
    .union([z.literal(''), schema], { error })
    .optional()
    .default('');

/** A filter: absent and empty both mean 'all'. */
export const filter = z.string().trim().max(limits.lineLength).optional().default('');

/** The record's version as last read; sent with a change so that two people never overwrite each other unseen. */
export const expectedVersion = z.coerce.number().int().min(0).optional();

/** A flag in JSON or a multipart field. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** The value of a JSON text; undefined for another text. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A value that a form sends as a JSON text beside files, and a call without files as it is; an empty text means none.
 * @param like what has the value's fields, if `schema` does not tell
 */
export const sentAsJson = <Schema extends z.ZodType>(schema: Schema, message: string, like: z.ZodType = schema) => {
  const names = namesOf(like);
  const read = z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    if (value.trim() === '') return undefined;
    const parsed = readJson(value);
    if (parsed !== undefined) return fromWire(parsed, names);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }, schema);
  return namedLike(like, read);
};

/** A value whose every problem is reported at the whole field. */
export const asOne = <Schema extends z.ZodType>(schema: Schema, message: string) =>
  namedLike(
    schema,
    z.unknown().transform((value, context): z.output<Schema> => {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  );

/** The language in which somebody is written to. */
export const language = z.enum(languages, { error: messages.general.language });
/** The same, which a form of an English page may leave out. */
export const writtenIn = language.optional().default('en');

/** ISO 8601 in UTC. */
export const isoDate = z.string();

export const pagination = z.object({
  currentPage: z.number(),
  totalPages: z.number(),
  totalCount: z.number(),
  pageSize: z.number(),
});
export type Pagination = z.output<typeof pagination>;

/** The pagination of a list with `totalCount` items; an empty list has no pages. */
export function paginationOf(page: number, totalCount: number, pageSize: number = limits.pageSize): Pagination {
  return { currentPage: page, totalPages: Math.ceil(totalCount / pageSize), totalCount, pageSize };
}

/** What a call answers: `success` and the fields of `shape`. */
export const answerOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ success: z.literal(true), ...shape });

/** The plain answer of a call that changes something. */
export const done = answerOf({ message: z.string() });

/** A public picture in several widths; `src` is the specified field, `avif` a `srcset` of smaller files. */
export const pictureSet = z.object({
  src: z.string(),
  srcSet: z.string(),
  avif: z.string().nullable(),
  width: z.number(),
  height: z.number(),
});
export type PictureSet = z.output<typeof pictureSet>;

/** The association's name within a sentence: `the All India Association`. */
export const withArticle = (name: string) => `the ${name.replace(/^the\s+/i, '')}`;

/**
 * A text on one line: line breaks and other control characters become blanks, and marks of direction are left out, which could show
 * a title's words in another order. Joiners within words stay.
 */
export const withoutBreaks = (text: string): string =>
  text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
