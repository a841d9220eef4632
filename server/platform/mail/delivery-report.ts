import { type Attachment, simpleParser } from 'mailparser';
import { plainEmail } from '#shared/typing.ts';

/** What a mail server reports about one recipient (RFC 3464). */
interface ReportedRecipient {
  /** The recipient's address in lower case, as we wrote it and as it was forwarded. */
  addresses: string[];
  action: string;
  /** Such as 5.1.1; '' where there is none. */
  status: string;
}

export interface DeliveryReport {
  /** Of the mail it is about, without brackets. */
  messageId: string;
  recipients: ReportedRecipient[];
}

/** Our mails have one recipient each; a report about more than this is not about one of ours. */
const maxRecipients = 50;

type Fields = Map<string, string>;

/** Parses a block of header lines; the first of repeated headers counts. */
function fieldsOf(block: string): Fields {
  const fields: Fields = new Map();
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** 'rfc822; <A@example.org>' as 'a@example.org'. */
function addressIn(value: string | undefined): string[] {
  const address = /^(?:[\w-]+\s*;)?\s*<?([^\s<>;]+@[^\s<>;]+)>?\s*(?:\(.*\))?$/.exec(value ?? '')?.[1];
  return address === undefined ? [] : [plainEmail(address).toLowerCase()];
}

const blocksOf = (text: string) => text.split(/\r?\n(?:[ \t]*\r?\n)+/);

function recipientsOf(status: string): ReportedRecipient[] {
  return blocksOf(status.trim())
    .slice(0, maxRecipients + 1)
    .map(fieldsOf)
    .filter((fields) => fields.has('action'))
    .map((fields) => ({
      addresses: [...addressIn(fields.get('original-recipient')), ...addressIn(fields.get('final-recipient'))],
      action: /^[a-z]+/i.exec(fields.get('action') ?? '')?.[0].toLowerCase() ?? '',
      status: /^\d\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? '',
    }));
}

const textOf = (parts: readonly Attachment[], ...types: string[]) =>
  parts.find(({ contentType }) => types.includes(contentType))?.content.toString('latin1');

/**
 * Parses a delivery report as mail servers write it.
 * @param source may end anywhere: the relevant fields are at its beginning
 * @returns null for any other mail, and for a report that does not name its mail
 */
export async function readDeliveryReport(source: Buffer): Promise<DeliveryReport | null> {
  const { attachments, headers } = await simpleParser(source, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  });
  const type = headers.get('content-type');
  const isReport = typeof type === 'object' && 'value' in type && type.value === 'multipart/report';
  const status = textOf(attachments, 'message/delivery-status', 'message/global-delivery-status');
  const original = textOf(
    attachments,
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  );
  if (!isReport || status === undefined || original === undefined) return null;
  // A filter on the way may have added a comment.
  const named = fieldsOf(blocksOf(original.trimStart())[0] ?? '').get('message-id') ?? '';
  const messageId = /^<([^<>\s]+)>(?:\s*\([^()]*\))*$/.exec(named)?.[1];
  const recipients = recipientsOf(status);
  return messageId === undefined || recipients.length === 0 ? null : { messageId, recipients };
}

const meanings: [RegExp, string][] = [
  [/^5\.1\.2$/, 'there is no such domain'],
  [/^5\.1\.[78]$/, 'our own address is not accepted'],
  [/^5\.1\./, 'there is no such mailbox'],
  [/^5\.2\.1$/, 'the mailbox is closed'],
  [/^\d\.2\.2$/, 'the mailbox is full'],
  [/^5\.(2\.3|3\.4)$/, 'the mail is too large'],
  [/^5\.7\.2[0-46]$/, 'the mail is not proven to be ours (SPF, DKIM, DMARC)'],
  [/^5\.7\./, 'our mails are blocked'],
  [/^(4\.|5\.4\.)/, 'its server could not be reached in time'],
];

/** What an enhanced status code (RFC 3463) means; undefined for one that says little. */
export const meaningOf = (status: string) => meanings.find(([pattern]) => pattern.test(status))?.[1];

/** The reason of a bounce in words for the office; the mail server's own text is left out. */
export function reasonOf(status: string): string {
  const meaning = meaningOf(status);
  const number = status === '' ? '' : ` (${status})`;
  return meaning === undefined ? `The mail came back${number}.` : `The mail came back: ${meaning}${number}.`;
}
