import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { startOfIndianDay } from '#shared/clock.ts';
import type { LetterKind } from '#shared/contracts/letters.ts';
import { withArticle } from '#shared/fields.ts';
import { type Language, languages } from '#shared/languages.ts';
import type { MailKind } from '#shared/mail-names.ts';
import { rehearsalBands, rehearsalSubject } from '#shared/rehearsal.ts';
import { accountTemplates } from './defaults/accounts.ts';
import { applicationTemplates } from './defaults/applications.ts';
import { conferenceTemplates } from './defaults/conferences.ts';
import { letterTemplates } from './defaults/letters.ts';
import { moneyTemplates } from './defaults/money.ts';
import { officeTemplates } from './defaults/office.ts';
import { voteTemplates } from './defaults/votes.ts';
import { exampleValues } from './examples.ts';
import { headerLine, htmlPart, type Letter, type Sender, subjectLine, textPart } from './layout.ts';
import {
  type AnyTemplate,
  exampleOf,
  fillTemplate,
  labelsOf,
  ownWords,
  problemsOf,
  type TemplateKind,
  type Templates,
  type Words,
} from './template.ts';
import { languageOf, valuesIn } from './values.ts';

const templates: Templates<TemplateKind> = {
  ...applicationTemplates,
  ...accountTemplates,
  ...moneyTemplates,
  ...conferenceTemplates,
  ...letterTemplates,
  ...officeTemplates,
  ...voteTemplates,
};

const labels = new Set(
  Object.values<AnyTemplate>(templates)
    .flatMap(labelsOf)
    .flatMap((label) => languages.map((language) => inLanguage(label, language))),
);

export const isTemplateKind = (kind: string): kind is TemplateKind => Object.hasOwn(templates, kind);
export const isMailKind = (kind: string): kind is MailKind => kind === 'template-test' || isTemplateKind(kind);

const common = { association: { meaning: 'The association’s name within a sentence' } };

function templateOf(kind: TemplateKind): AnyTemplate {
  // The values were type-checked when the mail was queued; here they are just texts.
  const template: AnyTemplate = templates[kind];
  return { ...template, variables: { ...template.variables, ...common } };
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** The association's name, on one line. */
  senderName: string;
  /** The reply address, if it is not the sender's. */
  replyTo: string | undefined;
  language: Language;
  /** Written by a person to this one recipient. */
  personal: boolean;
}

/** Adds the values of every mail; values that an older version did not queue are empty. */
function completed(
  values: Record<string, string>,
  to: string,
  sender: Sender,
  language: Language = 'en',
): Record<string, string> {
  const name = language === 'en' ? withArticle(sender.name) : sender.name;
  const association = sender.name === '' ? inLanguage('the association', language) : name;
  return new Proxy(
    Object.assign(Object.create(null), valuesIn(values, language), { to, association, site: sender.site ?? '' }),
    {
      get: (target, name) => (typeof name === 'string' ? (target[name] ?? '') : undefined),
    },
  );
}

/** The words of a mail: the office's, unless this version no longer accepts them. */
function wordsOf(template: AnyTemplate, changed: Words | null | undefined, language: Language): Words {
  return changed && !isOutdated(template, changed) ? changed : ownWords(template, language);
}
const isOutdated = (template: AnyTemplate, changed: Words) => Object.keys(problemsOf(template, changed)).length > 0;

/** Whether a changed template is no longer accepted. */
export const isOutdatedTemplate = (kind: TemplateKind, changed: Words) => isOutdated(templateOf(kind), changed);

const partsOf = (letter: Letter, sender: Sender, language: Language) => ({
  subject: subjectLine(letter),
  text: textPart(letter, sender, language),
  html: htmlPart(letter, sender, language),
});

/**
 * Fills a template. Values may hold anything: they are escaped, and cannot add headers or lines.
 * @param values the queue's data and, where the kind has one, the secret
 * @param sender who signs it
 * @param changed the office's words in place of ours
 * @param language of the reader
 */
export function renderMail(
  kind: MailKind,
  to: string,
  values: Record<string, string>,
  sender: Sender,
  changed?: Words | null,
  language: Language = 'en',
): RenderedMail {
  const { parts, replyTo } =
    kind === 'template-test'
      ? { parts: renderTest(values, to, sender, changed), replyTo: undefined }
      : {
          parts: rendered(kind, to, values, sender, changed, language),
          replyTo: replyToOf(kind, values, sender),
        };
  return { ...parts, senderName: headerLine(sender.name), replyTo, language, personal: kind === 'contact-reply' };
}

/** A mail of a rehearsal: it says so in its subject and above its text. */
export function withBand({ subject, text, html, ...mail }: RenderedMail): RenderedMail {
  const band = `<p style="margin:0;padding:12px;background:#8a1c1c;color:#ffffff;text-align:center;font-weight:bold">${rehearsalBands}</p>`;
  return {
    ...mail,
    subject: `${rehearsalSubject}${subject}`,
    text: `${rehearsalBands}\n\n${text}`,
    html: html.replace(/<body[^>]*>/, (body) => `${body}${band}`),
  };
}

/** Answers to what people have written themselves go to a person, all others to the sender of the mail. */
function replyToOf(kind: TemplateKind, values: Record<string, string>, sender: Sender): string | undefined {
  if (kind === 'contact-office') return values.email;
  if (kind === 'contact-reply') return values.replyTo;
  return kind === 'circular' || kind === 'notice' ? sender.email : undefined;
}

function rendered(
  kind: TemplateKind,
  to: string,
  values: Record<string, string>,
  sender: Sender,
  changed: Words | null | undefined,
  language: Language,
) {
  const template = templateOf(kind);
  const words = wordsOf(template, changed, language);
  const letter = fillTemplate(template, words, completed(values, to, sender, language), labels, language);
  return partsOf(letter, sender, language);
}

const examplesOf = (kind: TemplateKind, site: string) => ({ ...exampleValues(site), ...templateOf(kind).examples });

/** The input of a preview: the words of a template, or, without a kind, title and text of a letter. */
export interface Trial extends Words {
  kind: string;
  letter: LetterKind;
  /** Of a notice: `YYYY-MM-DD`, or ''. */
  meetingOn: string;
  /** Of a letter; '' for an example. */
  number: string;
  language: Language;
}

/**
 * A preview of a mail, with examples in place of people and secrets.
 * @param changed the office's words around a letter
 */
export function renderExample(trial: Trial, to: string, sender: Sender, changed?: Words | null) {
  const { subject, text, language } = trial;
  if (isTemplateKind(trial.kind)) {
    return rendered(trial.kind, to, examplesOf(trial.kind, sender.site ?? ''), sender, trial, language);
  }
  const { letter, meetingOn, number } = trial;
  const day = meetingOn && { meetingOn: dayInWords(startOfIndianDay(meetingOn)) };
  const values = { ...examplesOf(letter, sender.site ?? ''), ...day, ...(number && { number }), title: subject, text };
  return rendered(letter, to, values, sender, changed, language);
}

function renderTest(values: Record<string, string>, to: string, sender: Sender, changed: Words | null | undefined) {
  const { kind = '', subject = '', text = '', letter = 'circular', meetingOn = '', number = '' } = values;
  const frame = letter === 'notice' ? letter : 'circular';
  const trial: Trial = { kind, subject, text, letter: frame, meetingOn, number, language: languageOf(values) };
  const example = renderExample(trial, to, sender, changed);
  return { ...example, subject: headerLine(`Test: ${example.subject}`) };
}

/** The problems of a template's words, by field; empty when there are none. */
export const templateProblems = (kind: TemplateKind, words: Words) => problemsOf(templateOf(kind), words);

/** A kind of template with our own words and its variables. */
export function describeTemplate(kind: TemplateKind, sender: Sender) {
  const template = templateOf(kind);
  const values = completed(examplesOf(kind, sender.site ?? ''), 'asha.rao@example.org', sender);
  const variables = Object.entries(template.variables).map(([name, { meaning, required = false, blocks }]) => ({
    name,
    meaning,
    example: exampleOf(template, name, values),
    required,
    paragraph: blocks !== undefined,
  }));
  return { kind, ...ownWords(template, 'en'), hi: ownWords(template, 'hi'), variables };
}

export const templateKinds = Object.keys(templates) as TemplateKind[];
