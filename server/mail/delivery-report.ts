import { type Attachment, simpleParser } from 'mailparser';

/** What a mail server reports of one addressee (RFC 3464). */
interface ReportedRecipient {
  /** Where the mail was addressed to, in lower case: as we wrote it, and where it was passed on to. */
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

/** No mail has more addressees of ours than one; a report about more than these is none of ours. */
const mostRecipients = 50;

type Fields = Map<string, string>;

/** A block of header lines; of one that is there several times the first counts. */
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
  return address === undefined ? [] : [address.toLowerCase()];
}

const blocksOf = (text: string) => text.split(/\r?\n(?:[ \t]*\r?\n)+/);

function recipientsOf(status: string): ReportedRecipient[] {
  return blocksOf(status.trim())
    .slice(0, mostRecipients + 1)
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
 * Reads a delivery report as mail servers write it.
 * @param source may end anywhere: what counts is at its beginning
 * @returns null for any other mail, and for a report that does not say which mail it is about
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
  const messageId = /^<([^<>\s]+)>$/.exec(
    fieldsOf(blocksOf(original.trimStart())[0] ?? '').get('message-id') ?? '',
  )?.[1];
  const recipients = recipientsOf(status);
  return messageId === undefined || recipients.length === 0 ? null : { messageId, recipients };
}

const meanings: [RegExp, string][] = [
  [/^5\.1\.2$/, 'there is no such domain'],
  [/^5\.1\./, 'there is no such mailbox'],
  [/^5\.2\.1$/, 'the mailbox is closed'],
  [/^\d\.2\.2$/, 'the mailbox is full'],
  [/^5\.7\./, 'the mailbox does not take our mails'],
  [/^(4\.|5\.4\.)/, 'its server could not be reached in time'],
];

/** Why a mail came back, in words for the office; what mail servers say themselves stays out. */
export function reasonOf(status: string): string {
  const meaning = meanings.find(([pattern]) => pattern.test(status))?.[1];
  const number = status === '' ? '' : ` (${status})`;
  return meaning === undefined ? `The mail came back${number}.` : `The mail came back: ${meaning}${number}.`;
}
