import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type Answer, decode, encode, type Packet } from 'dns-packet';

/** DNS records by type and name: `{ 'TXT example.org': ['v=spf1 -all'] }`. */
export type Zone = Record<string, string[]>;

/** A local DNS server with one zone, which may be changed at any time, and a resolver for it. */
export async function startDns(zone: Zone) {
  const socket = createSocket('udp4');
  const answersTo = (type: string, name: string): Answer[] =>
    (zone[`${type} ${name.toLowerCase()}`] ?? []).map((data) => {
      const common = { name, ttl: 0, class: 'IN' } as const;
      if (type === 'TXT') return { ...common, type: 'TXT', data: data.match(/.{1,255}/gs) ?? [''] };
      if (type === 'MX') return { ...common, type: 'MX', data: { preference: 10, exchange: data } };
      return { ...common, type: type as 'A' | 'AAAA' | 'PTR', data };
    });
  socket.on('message', (message, { port, address }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    const answers = answersTo(question.type, question.name);
    const exists = Object.keys(zone).some((key) => key.endsWith(` ${question.name.toLowerCase()}`));
    // 3: NXDOMAIN.
    const response: Packet = {
      type: 'response',
      id: query.id ?? 0,
      flags: exists ? 0 : 3,
      questions: [question],
      answers,
    };
    socket.send(encode(response), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolver,
    zone,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
