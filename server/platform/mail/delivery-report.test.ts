import { describe, expect, it, test } from 'vitest';
import { reports } from '#tests/delivery-reports.ts';
import { readDeliveryReport, reasonOf } from './delivery-report.ts';

const messageId = '6b1f7c1e-3f0a-4a53-9d3c-0d4f6a1b2c3d@www.example.org';
const to = 'a.rao@example.com';
const result = { messageId, to };
const read = (source: string | Buffer) => readDeliveryReport(Buffer.from(source));
const postfix = reports.postfix!(result);

describe.each(Object.entries(reports))('a report by %s', (_name, write) => {
  it('names the mail, its recipient, and a permanent failure', async () => {
    expect(await read(write(result))).toEqual({
      messageId,
      recipients: [
        { addresses: expect.arrayContaining([to]), action: 'failed', status: expect.stringMatching(/^5\.\d\.\d+$/) },
      ],
    });
  });

  it('reports a delay as one', async () => {
    const report = await read(write({ ...result, action: 'delayed', status: '4.4.1' }));
    expect(report?.recipients).toMatchObject([{ action: 'delayed', status: '4.4.1' }]);
  });

  it('with LF line ends, and cut off after the headers of the mail', async () => {
    const source = write(result);
    expect((await read(source.replaceAll('\r\n', '\n')))?.messageId).toBe(messageId);
    const end = source.indexOf('Content-Type: text/plain; charset=utf-8');
    expect((await read(source.slice(0, end)))?.messageId).toBe(messageId);
  });
});

describe('mails that are no reports are ignored', () => {
  test.each([
    ['an answer by a person', `Subject: Re: circular\r\nIn-Reply-To: <${messageId}>\r\n\r\nThank you`],
    ['nothing at all', ''],
    ['bytes', Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 37) % 256))],
    ['a report without a status', postfix.replace('message/delivery-status', 'text/plain')],
    ['a report without the mail', postfix.replace('message/rfc822', 'text/plain')],
    ['a notice that a mail was read', postfix.replace('message/delivery-status', 'message/disposition-notification')],
    [
      'a forwarded report',
      `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n${postfix}\r\n--x--\r\n`,
    ],
    ['a mail without an id', postfix.replace(/^Message-ID: .*$/m, 'X: y')],
    [
      'an id in the text of the mail alone',
      postfix.replace(/^Message-ID: (.*)$/m, 'X: y').replace('Dear A. Rao', `Message-ID: <${messageId}>\r\nDear`),
    ],
  ])('%s', async (_name, source) => {
    expect(await read(source)).toBeNull();
  });
});

describe('hostile ones', () => {
  it('thousands of nested parts do not hang the parser', async () => {
    let source = '';
    for (let depth = 0; depth < 5_000; depth++) {
      source += `Content-Type: multipart/report; boundary=b${depth}\r\n\r\n--b${depth}\r\n`;
    }
    expect(await read(source).catch(() => null)).toBeNull();
  });

  it('a long list of recipients is cut, and the first line of a field counts', async () => {
    const many = Array.from(
      { length: 5_000 },
      (_, index) => `Final-Recipient: rfc822; x${index}@example.com\r\nAction: failed`,
    );
    const report = await read(
      postfix.replace(/Final-Recipient: [\s\S]*?user unknown\r\n\r\n--/, `${many.join('\r\n\r\n')}\r\n\r\n--`),
    );
    expect(report!.recipients.length).toBeLessThanOrEqual(50);
    const doubled = await read(postfix.replace('Action: failed', 'Action: delayed\r\nAction: failed'));
    expect(doubled!.recipients[0]!.action).toBe('delayed');
  });

  it('a text that only resembles an address or a status is ignored', async () => {
    const odd = postfix
      .replace(/^Final-Recipient: .*$/m, 'Final-Recipient: rfc822; a@b.example, c@d.example')
      .replace(/^Original-Recipient: .*$/m, 'Original-Recipient: rfc822;')
      .replace(/^Status: .*$/m, 'Status: 5.1.1<script>'.replace('5.1.1', '55.1'));
    expect((await read(odd))!.recipients).toEqual([{ addresses: [], action: 'failed', status: '' }]);
  });
});

test('the office reads our own words, not the server’s', () => {
  expect(reasonOf('5.1.1')).toBe('The mail came back: there is no such mailbox (5.1.1).');
  expect(reasonOf('5.2.2')).toBe('The mail came back: the mailbox is full (5.2.2).');
  expect(reasonOf('4.4.7')).toBe('The mail came back: its server could not be reached in time (4.4.7).');
  expect(reasonOf('5.0.0')).toBe('The mail came back (5.0.0).');
  expect(reasonOf('')).toBe('The mail came back.');
});
