import type { getSettings } from '#shared/contracts/settings.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { Sentence } from '#shared/sentence.ts';
import { t } from '#web/lib/languages/text.ts';

/**
 * A document: sections with headings, each made of paragraphs and lists.
 * `{{name}}` stands for something the office enters in the settings; see {@link fillDocument}.
 */
export interface StaticDocument {
  title: string;
  intro: string;
  sections: DocumentSection[];
}

/** A policy also has the date of its last revision, as `YYYY-MM-DD`. */
export interface PolicyDocument extends StaticDocument {
  revisedOn: string;
}

interface DocumentSection {
  /** Used as the fragment of the section's address. */
  id: string;
  heading: string;
  blocks: DocumentBlock[];
}

type DocumentBlock = { kind: 'text'; text: string } | { kind: 'list'; items: (string | Sentence)[] };

/** The values for `{{…}}`. Sentences with an empty or missing value are left out. */
export type DocumentValues = Partial<
  Record<
    | 'associationName'
    /** The name inside a sentence, and at its beginning. */
    | 'theAssociation'
    | 'TheAssociation'
    | 'supportEmail'
    | 'phone'
    | 'address'
    /** Name and designation of the Grievance Officer. */
    | 'officer'
    | 'officerEmail'
    | 'officerPhone'
    /** Retention periods in days. */
    | 'rejectedDays'
    | 'unpaidDays'
    /** Amounts, as `Rs 1,000`. */
    | 'patronFee'
    | 'lifetimeFee'
    | 'individualFee'
    | 'annualSubscription'
    /** When it is owed by who applies today. */
    | 'subscriptionLater',
    string
  >
>;

const placeholder = /\{\{(\w+)\}\}/g;

/** Sentences end with a full stop before a capital letter or a placeholder; those of Devanagari with a stroke. */
const sentenceEnd = /(?<=[.?!])\s+(?=[A-Z{‘“])|(?<=।)\s+/;

function fillSentence(sentence: string, values: Record<string, string | undefined>): string {
  const names = [...sentence.matchAll(placeholder)].map(([, name = '']) => name);
  if (names.some((name) => !values[name]?.trim())) return '';
  return sentence.replace(placeholder, (_, name: string) => values[name]?.trim() ?? '');
}

function fillText(text: string | Sentence, values: Record<string, string | undefined>): string {
  return t(text)
    .split(sentenceEnd)
    .map((sentence) => fillSentence(sentence, values))
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function fillBlock(block: DocumentBlock, values: Record<string, string | undefined>): DocumentBlock[] {
  if (block.kind === 'text') {
    const text = fillText(block.text, values);
    return text === '' ? [] : [{ kind: 'text', text }];
  }
  const items = block.items.map((item) => fillText(item, values)).filter((item) => item !== '');
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/**
 * Fills the office's details into a document, in the page's language, and returns a new one. A sentence with an empty detail is left out, and so is a
 * list entry, block or section that becomes empty.
 */
export function fillDocument<T extends StaticDocument>(document: T, values: DocumentValues): T {
  const documentValues: Record<string, string | undefined> = { ...values };
  return {
    ...document,
    intro: fillText(document.intro, documentValues),
    sections: document.sections
      .map((section) => ({ ...section, blocks: section.blocks.flatMap((block) => fillBlock(block, documentValues)) }))
      .filter((section) => section.blocks.length > 0),
  };
}

/** The retention periods in the policies; none if the settings could not be loaded. */
export function retentionValues(settings: EndpointResponse<typeof getSettings> | null): DocumentValues {
  const retention = settings?.data[0]?.retention;
  if (!retention) return {};
  return { rejectedDays: String(retention.rejectedDays), unpaidDays: String(retention.unpaidDays) };
}
