/** A mail server, as `SMTP_URL` describes it. */
export interface SmtpAddress {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Nothing, least of all the password, is sent before TLS is established. */
  requireTLS: boolean;
  /** TLS is not even tried: the connection stays on this machine. */
  ignoreTLS: boolean;
  auth: { user: string; pass: string } | undefined;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/**
 * Parses `smtp://user:password@host:587` or `smtps://…:465`. With a password and a host other than this machine,
 * `smtp:` requires TLS; `?requireTLS=false` makes it optional, `?requireTLS=true` always requires it.
 * @returns null for an incomplete or misspelt address
 */
export function parseSmtpAddress(text: string): SmtpAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { requireTLS = '', ...unknown } = Object.fromEntries(url.searchParams);
  const wellFormed =
    ['smtp:', 'smtps:'].includes(url.protocol) &&
    url.hostname !== '' &&
    ['', '/'].includes(url.pathname) &&
    url.hash === '' &&
    ['', 'true', 'false'].includes(requireTLS) &&
    Object.keys(unknown).length === 0;
  if (!wellFormed) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const local = loopback.test(host);
  try {
    const user = decodeURIComponent(url.username);
    const required = requireTLS === 'true' || (requireTLS === '' && user !== '' && !local);
    return {
      host,
      port: url.port ? Number(url.port) : secure ? 465 : 587,
      secure,
      requireTLS: !secure && required,
      ignoreTLS: !secure && local && !required,
      auth: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
    };
  } catch {
    return null;
  }
}
