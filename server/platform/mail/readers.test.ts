import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { mailSamples } from '#tests/factories/mails.ts';
import { findProgram } from '#tests/programs.ts';
import { type SmtpPeer, startSmtpPeer } from '#tests/smtp.ts';
import type { Attachment } from './kinds.ts';
import type { TemplateKind } from './template.ts';
import { type RenderedMail, renderMail } from './templates.ts';
import { openTransport } from './transport.ts';

/** Names and sentences as members and the office write them, and some that mail programs have failed on. */
const writings: Record<string, { name: string; words: string }> = {
  English: {
    name: 'O’Neil D’Souza, B.A. (Hons.) "Tony"',
    words: 'Please send it again; the “seal” is unreadable – 50 %.',
  },
  Hindi: { name: 'सुश्री अनुराधा कुलश्रेष्ठ', words: 'कृपया पहचान पत्र दोबारा भेजें।' },
  Marathi: { name: 'ज्ञानेश्वर ऱ्हाटे', words: 'कृपया ओळखपत्र पुन्हा पाठवा.' },
  Bengali: { name: 'শ্রীমতী ঋতুপর্ণা চট্টোপাধ্যায়', words: 'অনুগ্রহ করে পরিচয়পত্র আবার পাঠান।' },
  Punjabi: { name: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', words: 'ਕਿਰਪਾ ਕਰਕੇ ਪਛਾਣ ਪੱਤਰ ਦੁਬਾਰਾ ਭੇਜੋ।' },
  Gujarati: { name: 'જિજ્ઞેશ ભટ્ટ', words: 'કૃપા કરીને ઓળખપત્ર ફરી મોકલો.' },
  Odia: { name: 'ଶ୍ରୀମତୀ ସୁଭଦ୍ରା ମହାପାତ୍ର', words: 'ଦୟାକରି ପରିଚୟ ପତ୍ର ପୁଣି ପଠାନ୍ତୁ।' },
  Tamil: { name: 'திரு. ஸ்ரீநிவாசன் இராமகிருஷ்ணன்', words: 'தயவுசெய்து அடையாள அட்டையை மீண்டும் அனுப்பவும்.' },
  Telugu: { name: 'శ్రీమతి లక్ష్మీ ప్రసన్న', words: 'దయచేసి గుర్తింపు కార్డును మళ్ళీ పంపండి.' },
  Kannada: { name: 'ಶ್ರೀಮತಿ ಕೃಷ್ಣವೇಣಿ', words: 'ದಯವಿಟ್ಟು ಗುರುತಿನ ಚೀಟಿಯನ್ನು ಮತ್ತೆ ಕಳುಹಿಸಿ.' },
  Malayalam: { name: 'ശ്രീമതി അമ്മിണിക്കുട്ടി', words: 'ദയവായി തിരിച്ചറിയൽ കാർഡ് വീണ്ടും അയക്കുക.' },
  Urdu: { name: 'محترمہ نور جہاں', words: 'براہِ کرم شناختی کارڈ دوبارہ بھیجیں۔' },
  Meitei: { name: 'ꯏꯕꯣꯝꯆꯥ ꯁꯤꯡꯍ', words: 'ꯆꯥꯟꯕꯤꯗꯨꯅꯥ ꯑꯃꯨꯛ ꯊꯥꯕꯤꯌꯨ꯫' },
  Santali: { name: 'ᱥᱚᱢᱟᱭ ᱢᱩᱨᱢᱩ', words: 'ᱫᱚᱦᱲᱟ ᱠᱩᱞ ᱢᱮ ᱾' },
  'long lines': {
    name: `${'वेंकट'.repeat(30)}${'😀'.repeat(40)}`,
    words: `${'no-space-anywhere-'.repeat(150)} ${'अ'.repeat(1_200)} 😀👨‍👩‍👧`,
  },
  'lines that mean something to mail programs': {
    name: '=?utf-8?Q?Eve?= <eve@example.org>',
    words: '.\n..\nFrom the court\n=3D=20=\n>From\n-- \nbegin 644 x\n--==boundary\nsoft=\nspaces at the end   \n\tTab',
  },
};

/** A receipt and an invitation: every byte, all line ends, and non-ASCII file names. */
const enclosed: Attachment[] = [
  {
    name: 'receipt-2026-27-000123.pdf',
    type: 'application/pdf',
    bytes: Uint8Array.from({ length: 2_001 }, (_, at) => at * 7),
  },
  {
    name: 'सम्मेलन का निमंत्रण, "दिल्ली" — বার্ষিক সভা ௨௦௨௬.ics',
    type: 'text/calendar; charset=utf-8',
    bytes: Buffer.from('BEGIN:VCALENDAR\r\nSUMMARY:वार्षिक सम्मेलन\r\n.\r\nEND:VCALENDAR\r\n'),
  },
  { name: 'unix.txt', type: 'text/plain', bytes: Buffer.from('one\ntwo\r\nthree\rfour without an end') },
  { name: 'empty.bin', type: 'application/octet-stream', bytes: new Uint8Array() },
];

/** A mail as a mail program parses it. */
interface Read {
  subject: string;
  from: [name: string, address: string];
  to: string[];
  replyTo: string[];
  text: string;
  html: string;
  files: [name: string, type: string, base64: string][];
}

const unixLines = (text: string) => text.replaceAll('\r\n', '\n');

/** postal-mime may add a line end to a text, and normalizes the line ends of calendars. */

async function readByPostalMime(raw: Uint8Array): Promise<Read> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  return {
    subject: mail.subject ?? '',
    from: [mail.from?.name ?? '', mail.from?.address ?? ''],
    to: (mail.to ?? []).map(({ address = '' }) => address),
    replyTo: (mail.replyTo ?? []).map(({ address = '' }) => address),
    text: unixLines(mail.text ?? '').replace(/\n+$/, '\n'),
    html: unixLines(mail.html ?? '').replace(/\n+$/, '\n'),
    files: mail.attachments.map(({ filename, mimeType, content }) => [
      filename ?? '',
      mimeType,
      (mimeType === 'text/calendar'
        ? Buffer.from(
            Buffer.from(content as ArrayBuffer)
              .toString()
              .replaceAll('\n', '\r\n'),
          )
        : Buffer.from(content as ArrayBuffer)
      ).toString('base64'),
    ]),
  };
}

/** Python's own library, written independently of ours. */
const python = findProgram(['python3', 'python'], ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']);
const pythonReader = `
import base64, email, email.header, email.parser, email.policy, email.utils, functools, json, sys
# It would parse a header again each time that it is asked for it.
policy = email.policy.default.clone(header_factory=functools.lru_cache(None)(email.policy.default.header_factory))
def words(part):
    return part.get_content().replace('\\r\\n', '\\n') if part else ''
def read(raw):
    mail = email.message_from_bytes(base64.b64decode(raw), policy=policy)
    assert not mail.defects and not any(part.defects for part in mail.walk()), 'defects'
    # The newer way keeps the blanks between encoded words of a name in some versions; this one does not.
    name, address = email.utils.parseaddr(email.parser.BytesHeaderParser().parsebytes(base64.b64decode(raw))['from'])
    name = str(email.header.make_header(email.header.decode_header(name)))
    people = lambda name: [a.addr_spec for a in mail[name].addresses] if mail[name] else []
    return {
        'subject': mail['subject'], 'from': [name, address],
        'to': people('to'), 'replyTo': people('reply-to'),
        'text': words(mail.get_body(['plain'])), 'html': words(mail.get_body(['html'])),
        'files': [[p.get_filename(), p.get_content_type(), base64.b64encode(p.get_payload(decode=True)).decode()]
                  for p in mail.iter_attachments()],
    }
json.dump([read(raw) for raw in json.load(sys.stdin)], sys.stdout)
`;

function readByPython(mails: Uint8Array[]): Read[] {
  const input = JSON.stringify(mails.map((raw) => Buffer.from(raw).toString('base64')));
  const output = execFileSync(python!, ['-c', pythonReader], { input, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(output) as Read[];
}

const kinds = Object.keys(mailSamples) as TemplateKind[];
const recipient = 'asha.rao@example.org';
const mailFrom = 'no-reply@www.example.org';

/** Values made by the program keep their form; texts of people are taken from `writing`. */
function renderAll({ name, words }: { name: string; words: string }): [TemplateKind, RenderedMail][] {
  const sender = {
    name,
    address: `${name}\n110001`,
    email: 'office@example.org',
    phone: '011 2345 6789',
    site: 'https://www.example.org',
  };
  const written = {
    name,
    reason: words,
    note: words,
    message: words,
    text: `${words}\n${words}`,
    tier: name,
    purpose: name,
  };
  return kinds.map((kind) => {
    const sample = mailSamples[kind];
    const result = Object.fromEntries(Object.entries(written).filter(([field]) => field in sample));
    return [kind, renderMail(kind, recipient, { ...sample, ...result }, sender)];
  });
}

function expected(mail: RenderedMail): Read {
  return {
    subject: mail.subject,
    from: [mail.senderName, mailFrom],
    to: [recipient],
    replyTo: mail.replyTo ? [mail.replyTo] : [],
    text: mail.text,
    html: mail.html,
    files: enclosed.map(({ name, type, bytes }) => [
      name,
      type.replace(/;.*/, ''),
      Buffer.from(bytes).toString('base64'),
    ]),
  };
}

let peer: SmtpPeer;
beforeAll(async () => {
  peer = await startSmtpPeer();
});
afterAll(() => peer.close());

/** Each mail as sent by SMTP, and as written into the outbox. */
async function deliver(mails: [TemplateKind, RenderedMail][]): Promise<Uint8Array[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-readers-'));
  const raw: Uint8Array[] = [];
  try {
    for (const SMTP_URL of [peer.url, '']) {
      const config = readConfig({
        NODE_ENV: 'test',
        DATA_DIR: dataDir,
        PUBLIC_URL: 'https://www.example.org',
        SMTP_URL,
      });
      const transport = openTransport(config);
      peer.received.length = 0;
      for (const [index, [kind, rendered]] of mails.entries()) {
        const due = {
          bulk: false,
          id: `${index}`.padStart(4, '0'),
          kind,
          recipient,
          data: {},
          memberId: null,
          administratorId: null,
        };
        await transport.send({ ...due, createdAt: new Date(index), attempts: 1 }, rendered, enclosed);
      }
      transport.close();
      raw.push(...peer.received.map((mail) => mail.raw));
    }
    const outbox = join(dataDir, 'outbox');
    for (const name of (await readdir(outbox)).sort()) raw.push(await readFile(join(outbox, name)));
    return raw;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Delivered {
  wanted: Read[];
  raw: Uint8Array[];
}
const delivered: Record<string, Delivered> = {};
beforeAll(async () => {
  for (const [name, writing] of Object.entries(writings)) {
    const mails = renderAll(writing);
    delivered[name] = { wanted: mails.map(([, mail]) => expected(mail)), raw: await deliver(mails) };
  }
});

describe.each(Object.keys(writings))('every mail with %s', (name) => {
  test('keeps to what mail servers take: 7-bit lines of at most 998 characters', () => {
    const { raw } = delivered[name]!;
    expect(raw).toHaveLength(2 * kinds.length);
    for (const mail of raw) {
      const lines = Buffer.from(mail).toString('latin1').split('\r\n');
      expect(lines.filter((line) => line.length > 998 || /[^\t\x20-\x7e]/.test(line))).toEqual([]);
    }
  });

  test('is read by postal-mime without a difference', async () => {
    const { raw, wanted } = delivered[name]!;
    expect(await Promise.all(raw.map(readByPostalMime))).toEqual([...wanted, ...wanted]);
  });
});

test.skipIf(python === undefined)(
  'every mail comes out of Python’s email library as it was put in (needs python3)',
  () => {
    // Those sent by SMTP only: it is slow.
    const read = readByPython(Object.values(delivered).flatMap(({ raw }) => raw.slice(0, kinds.length)));
    for (const [at, [name, { wanted }]] of Object.entries(delivered).entries()) {
      expect(read.slice(at * kinds.length, (at + 1) * kinds.length), name).toEqual(wanted);
    }
  },
);
