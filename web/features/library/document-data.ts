import type { OpenedDocument } from '#shared/contracts/library.ts';
import { paths } from '#shared/paths.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { organization } from '#web/lib/organization.ts';

/** The codes of languages, as far as they have one of two letters. */
const codes: Record<string, string> = {
  ...{ English: 'en', Assamese: 'as', Bengali: 'bn', Gujarati: 'gu', Hindi: 'hi', Kannada: 'kn', Kashmiri: 'ks' },
  ...{ Malayalam: 'ml', Marathi: 'mr', Nepali: 'ne', Odia: 'or', Punjabi: 'pa', Sanskrit: 'sa', Sindhi: 'sd' },
  ...{ Tamil: 'ta', Telugu: 'te', Urdu: 'ur' },
};

/** A document as schema.org data. */
export const documentData = (document: OpenedDocument, association: AssociationInfo): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'DigitalDocument',
  name: document.title,
  ...(document.summary && { description: document.summary }),
  ...(document.number && { identifier: document.number }),
  datePublished: document.date,
  inLanguage: codes[document.language] ?? document.language,
  genre: document.category,
  url: paths.document(document._id),
  encoding: { '@type': 'MediaObject', contentUrl: document.file.address, encodingFormat: 'application/pdf' },
  publisher: organization(association),
});
