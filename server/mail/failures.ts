import { BadAddress } from './transport.ts';

/** What went wrong with a try, in words for the office; what mail servers say stays out, it may repeat a login. */
export interface Failure {
  message: string;
  /** No further try would help. */
  final: boolean;
  /** The address itself is refused for good. */
  bounced?: boolean;
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
  response?: string;
}

const unreachable = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ESOCKET', 'EDNS', 'ENOTFOUND', 'EPROTOCOL']);

/** Whether a refusal of the addressee says that there is no such mailbox, rather than that it is full or that we are unwelcome. */
function isBounce(code: number, response: string): boolean {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response)?.[1];
  return [550, 551, 553].includes(code) && (enhanced === undefined || /^5\.(1\.\d+|2\.1)$/.test(enhanced));
}

/** Sorts what a transport threw. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof BadAddress) {
    return { message: 'This is not an address to which a mail can be sent.', final: true };
  }
  const { code = '', responseCode = 0, command = '', response = '' } = (error ?? {}) as SmtpError;
  const number = responseCode ? ` (${responseCode})` : '';
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    return { message: `The mail server does not accept our login${number}. Please check SMTP_URL.`, final: false };
  }
  // A refusal of the addressee or of the text stays one; a refusal of ourselves can be corrected by the operator.
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) {
    const what = command === 'DATA' ? 'this mail' : 'this address';
    const bounced = command === 'RCPT TO' && isBounce(responseCode, response);
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
