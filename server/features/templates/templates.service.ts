import type { Core } from '#server/core.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { Sender } from '#server/platform/mail/layout.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import type { TemplateKind, Words } from '#server/platform/mail/template.ts';
import * as queries from '#server/platform/mail/templates.queries.ts';
import {
  describeTemplate,
  isOutdatedTemplate,
  isTemplateKind,
  renderExample,
  type Trial,
  templateKinds,
  templateProblems,
} from '#server/platform/mail/templates.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import type { MailTemplate } from '#shared/contracts/templates.ts';
import { AppError, notFound, recordChanged } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { mailName } from '#shared/mail-names.ts';

/** Enough for trying words; protects mailboxes from programs. */
const tests: Throttle = { name: 'mail-test', count: 30, seconds: 600 };

const checked = ({ subject, text }: Words): Words => ({ subject, text: text.replace(/\r\n?/g, '\n') });

/** @throws VALIDATION with the problems, by field */
function mustBeAccepted(kind: TemplateKind, words: Words): void {
  const { subject, text } = templateProblems(kind, words);
  const fields = { ...(subject && { subject }), ...(text && { text }) };
  if (Object.keys(fields).length > 0) throw new AppError('VALIDATION', Object.values(fields).join(' '), { fields });
}

/** The words of mails: shown to, changed and tested by the office. */
export function createTemplatesService({ config, database }: Core) {
  const senderOf = async (language?: Language): Promise<Sender> => ({
    ...(await findSender(database, language)),
    site: config.publicUrl,
  });

  function presented(kind: TemplateKind, row: queries.TemplateRow | undefined, sender: Sender): MailTemplate {
    const { hi, ...described } = describeTemplate(kind, sender);
    const textOf = (language: Language, officeWords: Words) => {
      const changed = queries.wordsIn(row, language);
      const outdated = changed !== null && isOutdatedTemplate(kind, changed);
      return { ...(changed ?? officeWords), isDefault: changed === null, outdated };
    };
    return {
      ...described,
      ...textOf('en', { subject: described.subject, text: described.text }),
      hi: textOf('hi', hi),
      title: mailName(kind),
      version: row?.version ?? 0,
    };
  }

  function kindOf(kind: string): TemplateKind {
    if (!isTemplateKind(kind)) throw notFound('This mail');
    return kind;
  }

  /** @param expected the caller's version; undefined: any. @throws RECORD_CHANGED */
  async function save(
    { kind, language }: { kind: TemplateKind; language: Language },
    words: Words | null,
    expected: number | undefined,
    by: string,
  ) {
    const sender = await senderOf();
    return database.transaction(async (tx) => {
      const before = await queries.lockTemplate(tx, kind);
      if (expected !== undefined && before.version !== expected) throw recordChanged();
      const row = await queries.saveTemplate(tx, kind, language, words);
      const action = words ? 'Words of a mail changed' : 'Default words of a mail restored';
      const note = language === 'hi' ? 'in Hindi' : '';
      await writeLog(tx, { kind: 'content', feature: 'templates', by, action, subject: mailName(kind), note });
      return presented(kind, row, sender);
    });
  }

  /** @throws NOT_FOUND for an unknown kind, VALIDATION */
  function mustBeTriable(trial: Trial): Trial {
    if (trial.kind !== '') mustBeAccepted(kindOf(trial.kind), trial);
    return { ...trial, ...checked(trial) };
  }

  return {
    async list(): Promise<MailTemplate[]> {
      const [rows, sender] = await Promise.all([queries.findTemplates(database), senderOf()]);
      const byKind = new Map(rows.map((row) => [row.kind, row]));
      return templateKinds.map((kind) => presented(kind, byKind.get(kind), sender));
    },

    /** @throws NOT_FOUND, VALIDATION, RECORD_CHANGED */
    async update(kind: string, language: Language, words: Words, version: number, by: string): Promise<MailTemplate> {
      const template = kindOf(kind);
      mustBeAccepted(template, words);
      return save({ kind: template, language }, checked(words), version, by);
    },

    /** @throws NOT_FOUND */
    reset: async (kind: string, language: Language, by: string): Promise<MailTemplate> =>
      save({ kind: kindOf(kind), language }, null, undefined, by),

    /** @param to the address shown where the mail contains its recipient's. @throws NOT_FOUND, VALIDATION */
    async preview(trial: Trial, to: string) {
      const triable = mustBeTriable(trial);
      const around = triable.kind === '' ? await queries.findWords(database, triable.letter, triable.language) : null;
      return renderExample(triable, to, await senderOf(triable.language), around);
    },

    /** @throws NOT_FOUND, VALIDATION, TOO_MANY */
    async test(trial: Trial, { administratorId, email }: ActingAdministrator): Promise<void> {
      const data = { ...mustBeTriable(trial) };
      await countTry(database, tests, administratorId);
      await enqueueMail(database, { kind: 'template-test', to: email, data, administratorId });
    },
  };
}
