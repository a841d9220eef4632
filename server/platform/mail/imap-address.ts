/** A mailbox, as `BOUNCE_IMAP_URL` describes it. */
export interface ImapAddress {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Nothing, least of all the password, is sent before TLS is established, except to this machine. */
  doSTARTTLS: boolean;
  auth: { user: string; pass: string };
  mailbox: string;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Parses `imaps://user:password@host/INBOX`. @returns null for an incomplete or misspelt address */
export function parseImapAddress(text: string): ImapAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const secure = url.protocol === 'imaps:';
  const wellFormed =
    (secure || url.protocol === 'imap:') &&
    url.hostname !== '' &&
    url.username !== '' &&
    url.password !== '' &&
    url.search === '' &&
    url.hash === '';
  if (!wellFormed) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  try {
    const mailbox = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
    const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
    if (/\p{Cc}/u.test(`${mailbox}${auth.user}${auth.pass}`)) return null;
    return {
      host,
      port: url.port ? Number(url.port) : secure ? 993 : 143,
      secure,
      doSTARTTLS: !secure && !loopback.test(host),
      auth,
      mailbox,
    };
  } catch {
    return null;
  }
}
