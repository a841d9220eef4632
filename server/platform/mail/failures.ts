import { meaningOf } from './delivery-report.ts';
import { BadAddress } from './transport.ts';

/** A failed try in words for the office; the mail server's own text is left out, as it may repeat a login. */
export interface Failure {
  message: string;
  /** No retry would help. */
  final: boolean;
  /** The address itself was rejected permanently. */
  bounced?: boolean;
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
  response?: string;
}

const unreachable = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ESOCKET', 'EDNS', 'ENOTFOUND', 'EPROTOCOL']);

/** What servers write that send no status code, or one that says little. */
const wordings: [RegExp, string][] = [
  [/dmarc|dkim|\bspf\b|unauthenticated/i, '5.7.26'],
  [/mailbox (?:is )?(?:full|exceed)|quota|storage/i, '5.2.2'],
  [/block|black ?list|spam|reputation|\bpolicy\b|banned/i, '5.7.1'],
];

/** The enhanced status code of a rejection, or the one that its text comes to; undefined without either. */
function statusOf(response: string): string | undefined {
  const written = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response)?.[1];
  const isPlain = written !== undefined && !/^5\.(0\.0|7\.[01])$/.test(written);
  return isPlain ? written : (wordings.find(([wording]) => wording.test(response))?.[1] ?? written);
}

/** Whether the rejection means that the mailbox does not exist, rather than that it is full or that we are blocked. */
const isBounce = (code: number, status: string | undefined) =>
  [550, 551, 553].includes(code) && (status === undefined || /^5\.(1\.(?![78]$)\d+|2\.1)$/.test(status));

/** Classifies an error of a transport. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof BadAddress) {
    return { message: 'This is not an address to which a mail can be sent.', final: true };
  }
  const { code = '', responseCode = 0, command = '', response = '' } = (error ?? {}) as SmtpError;
  const number = responseCode ? ` (${responseCode})` : '';
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    return { message: `The mail server does not accept our login${number}. Please check SMTP_URL.`, final: false };
  }
  // A rejected recipient or text stays rejected; a rejected login can be corrected by the operator.
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) {
    if (/\brelay/i.test(response) && command === 'RCPT TO') {
      return { message: `The mail server passes on no mails of ours${number}. Please check SMTP_URL.`, final: false };
    }
    const status = statusOf(response);
    const bounced = command === 'RCPT TO' && isBounce(responseCode, status);
    const meaning = bounced ? undefined : meaningOf(status ?? '');
    if (meaning) return { message: `The mail was refused: ${meaning}${number}.`, final: true, bounced };
    const what = command === 'DATA' ? 'this mail' : 'this address';
    return { message: `The mail server does not accept ${what}${number}.`, final: true, bounced };
  }
  if (responseCode >= 500) {
    return {
      message: `The mail server refuses to send for us${number}. Please check MAIL_FROM and SMTP_URL.`,
      final: false,
    };
  }
  if (responseCode >= 400) {
    return { message: `The mail server asks to try again later${number}.`, final: false };
  }
  if (code === 'ETLS') return { message: 'No secure connection to the mail server could be made.', final: false };
  if (code === 'ETIMEDOUT') return { message: 'The mail server did not answer in time.', final: false };
  if (unreachable.has(code)) return { message: 'The mail server could not be reached.', final: false };
  if (/^E[A-Z]+$/.test(code)) return { message: `The mail could not be handed over (${code}).`, final: false };
  return { message: 'The mail could not be sent.', final: false };
}
