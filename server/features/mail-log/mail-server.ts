import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { z } from 'zod';
import type { Core } from '#server/core.ts';
import { remember } from '#server/platform/checks/checks.queries.ts';
import { notify } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { signedHeaders } from '#server/platform/mail/dkim.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { findWords } from '#server/platform/mail/templates.queries.ts';
import { renderMail } from '#server/platform/mail/templates.ts';
import { compose, smtpOptions } from '#server/platform/mail/transport.ts';
import * as ways from '#server/platform/mail/way.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { keptMailServer, type TypedMailServer } from '#shared/contracts/mail-log.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { makeMailCode, openMailCode } from './codes.ts';

const testMs = 10_000;
const tests: Throttle = { name: 'mail-test', count: 30, seconds: 3_600 };

const atField = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });

/** The mail server that the office sets in a form. */
export function createMailServerService({ config, database }: Pick<Core, 'config' | 'database'>) {
  const isOffered = ways.isFormOffered(config);

  /** @throws WRONG_STATE where the form decides nothing */
  function mustDecide(): void {
    if (config.smtpUrl !== undefined)
      throw new AppError(
        'WRONG_STATE',
        'The mail server is set on the server itself (SMTP_URL), which wins over this form.',
      );
    if (!isOffered)
      throw new AppError(
        'WRONG_STATE',
        'Without FILES_KEY a password cannot be sealed beside a database or a store elsewhere. The operator of the server sets SMTP_URL, or FILES_KEY.',
      );
  }

  /** With the password that is kept where none was typed. @throws VALIDATION */
  async function complete({ password, ...typed }: TypedMailServer): Promise<ways.MailServer> {
    if (typed.secure === 'none' && typed.user !== '' && !ways.isThisMachine(typed.host))
      throw atField(
        'secure',
        'Without encryption a password would cross the network in the clear. Please choose TLS or STARTTLS.',
      );
    if (password !== undefined) return { ...typed, password };
    const row = await ways.findMailServer(database);
    // A password that was kept goes to the server that it was typed for, and to no other.
    if (!row || row.user !== typed.user || row.host !== typed.host) {
      if (typed.user === '') return { ...typed, password: '' };
      throw atField('password', 'Please enter the password');
    }
    const stored = ways.openPassword(config, row.password);
    if (stored === null)
      throw atField('password', 'The password cannot be opened here any more. Please enter it again.');
    return { ...typed, password: stored };
  }

  async function mailBy(server: ways.MailServer, to: string, code: string): Promise<void> {
    const sender = { ...(await findSender(database)), site: config.publicUrl };
    const words = await findWords(database, 'mail-code', 'en');
    const rendered = renderMail('mail-code', to, { code }, sender, words);
    const mailer = nodemailer.createTransport({
      ...ways.addressOf(server),
      ...smtpOptions,
      connectionTimeout: testMs,
      greetingTimeout: testMs,
      socketTimeout: testMs,
      ...(config.dkim && { dkim: { ...config.dkim, headerFieldNames: signedHeaders } }),
    });
    try {
      const mail = { id: randomUUID(), recipient: to, kind: 'mail-code' };
      await withTimeout(testMs, mailer.sendMail(compose(config, server.sender, mail, rendered, [])));
    } catch (error) {
      throw refusalOf(error);
    } finally {
      mailer.close();
    }
  }

  return {
    async get() {
      const way = await ways.findMailWay({ config, database });
      const row = await ways.findMailServer(database);
      const state = {
        from: way.passwordLost ? ('form' as const) : way.from,
        passwordLost: way.passwordLost,
        offered: isOffered,
      };
      if (way.from === 'environment' && way.address) {
        const { host, port, secure, requireTLS, auth } = way.address;
        const encryption = secure ? ('tls' as const) : requireTLS ? ('starttls' as const) : ('none' as const);
        return {
          host,
          port,
          secure: encryption,
          user: auth?.user ?? '',
          sender: way.sender,
          hasPassword: !!auth?.pass,
          ...state,
        };
      }
      if (!row)
        return { host: '', port: 587, secure: 'starttls' as const, user: '', sender: '', hasPassword: false, ...state };
      const { host, port, secure, user, sender, password } = row;
      return { host, port, secure, user, sender, hasPassword: password !== '', ...state };
    },

    /** Mails a code to who asks, by exactly what is typed. @throws WRONG_STATE, VALIDATION, TOO_MANY */
    async test(typed: TypedMailServer, { administratorId, email }: ActingAdministrator): Promise<void> {
      mustDecide();
      const server = await complete(typed);
      await countTry(database, tests, administratorId);
      const code = await makeMailCode(database, administratorId, 'form', ways.markOf(server));
      await mailBy(server, email, code);
    },

    /** Keeps a server whose code was typed back, or takes it away. @throws WRONG_STATE, VALIDATION, WRONG_CODE */
    async save(input: object & { host: string }, { administratorId, email: by }: ActingAdministrator): Promise<void> {
      mustDecide();
      if (input.host.trim() === '') {
        await database.transaction(async (tx) => {
          await ways.saveMailServer(tx, null);
          await writeLog(tx, { kind: 'content', feature: 'mail-log', by, action: 'Mail server taken away' });
          await notify(tx, 'mail');
        });
        return;
      }
      const parsed = keptMailServer.safeParse(input);
      if (!parsed.success) throw invalid(parsed.error);
      const { code, ...typed } = parsed.data;
      const server = await complete(typed);
      const { use } = await openMailCode(database, administratorId, 'form', code, ways.markOf(server));
      const password = await ways.sealPassword(config, server.password);
      const way = { address: ways.addressOf(server), sender: server.sender };
      await database.transaction(async (tx) => {
        await use(tx);
        await ways.saveMailServer(tx, { ...server, password, publicUrl: config.publicUrl });
        await remember(tx, 'mail', { proof: ways.proofOf(way, config) });
        await writeLog(tx, {
          kind: 'content',
          feature: 'mail-log',
          by,
          action: 'Mail server set',
          subject: server.host,
        });
        await notify(tx, 'mail');
      });
    },
  };
}

function invalid({ issues }: z.ZodError): AppError {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) fields[String(path[0])] ??= message;
  return new AppError('VALIDATION', Object.values(fields)[0]!, { fields });
}

const unreachable = 'This mail server could not be reached. Please check its name, the port and the encryption.';

/**
 * A failed test at its field. Only what a mail server answers is repeated: from another port nothing is read out.
 */
function refusalOf(error: unknown): AppError {
  const {
    code = '',
    command = '',
    response = '',
    responseCode = 0,
  } = error as Record<'code' | 'command' | 'response', string> & {
    responseCode?: number;
  };
  // What came in place of a greeting is no mail server's word.
  const isWord = command !== 'CONN' && responseCode >= 400 && responseCode < 600;
  const words = response
    .split(/\r?\n/)
    .filter((line) => /^[45]\d\d/.test(line))
    .map((line) => line.replace(/\p{Cc}/gu, ' ').trim())
    .join(' ')
    .slice(0, 200);
  const message = isWord && words ? `The mail server says: ${words}` : '';
  if (['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code))
    return atField('password', message || 'The mail server does not accept this login.');
  if (code === 'ETLS') return atField('secure', 'No secure connection to this mail server could be made.');
  return atField('host', message || unreachable);
}
