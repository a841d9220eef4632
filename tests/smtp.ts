import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { parseMail, type ReceivedMail } from './mail.ts';

/** The answer of a mail server that refuses a step. */
export interface Refusal {
  code: number;
  message: string;
}

export interface SmtpBehaviour {
  login?: (user: string, password: string) => boolean;
  sender?: (address: string) => Refusal | undefined;
  recipient?: (address: string) => Refusal | undefined;
  /** Called with the complete mail before it is accepted. */
  data?: (mail: ReceivedMail) => Promise<Refusal | undefined> | Refusal | undefined;
}

/** A real local mail server that keeps received mails. */
export interface SmtpPeer {
  /** For SMTP_URL. */
  url: string;
  port: number;
  received: (ReceivedMail & { recipients: string[]; messageId: string; raw: Buffer })[];
  /** May be changed at any time. */
  behaviour: SmtpBehaviour;
  close(): Promise<void>;
}

const refused = ({ code, message }: Refusal) => Object.assign(new Error(message), { responseCode: code });

/** Starts a mail server. `login` in `behaviour` makes it require a login, without encryption, as it is local. */
export async function startSmtpPeer(behaviour: SmtpBehaviour = {}, port = 0): Promise<SmtpPeer> {
  const received: SmtpPeer['received'] = [];
  const peer = { received, behaviour } as SmtpPeer;
  const server = new SMTPServer({
    authOptional: behaviour.login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      if (peer.behaviour.login?.(auth.username ?? '', auth.password ?? '')) return done(null, { user: auth.username });
      return done(refused({ code: 535, message: `5.7.8 no such login ${auth.username} ${auth.password}` }));
    },
    onMailFrom(address, _session, done) {
      const refusal = peer.behaviour.sender?.(address.address);
      return done(refusal ? refused(refusal) : null);
    },
    onRcptTo(address, _session, done) {
      const refusal = peer.behaviour.recipient?.(address.address);
      return done(refusal ? refused(refusal) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const mail = await parseMail(raw);
        const refusal = await peer.behaviour.data?.(mail);
        if (refusal) return done(refused(refusal));
        const messageId = /^message-id: (.*)$/im.exec(raw.toString('utf8'))?.[1]?.trim() ?? '';
        received.push({ ...mail, raw, messageId, recipients: session.envelope.rcptTo.map(({ address }) => address) });
        return done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  peer.port = (server.server.address() as AddressInfo).port;
  peer.url = `smtp://127.0.0.1:${peer.port}`;
  peer.close = () => new Promise((resolve) => server.close(() => resolve()));
  return peer;
}
