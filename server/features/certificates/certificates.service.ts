import { Readable } from 'node:stream';
import type { Core } from '#server/core.ts';
import { called } from '#server/features/conferences/conference.ts';
import { conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import { printedSignature } from '#server/features/receipts/signatures.ts';
import { type ZipEntry, zipBytes } from '#server/features/receipts/zip.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { madeFile } from '#server/platform/file-answers.ts';
import type { Caller } from '#server/platform/http/route.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { CertificateSheet } from '#server/platform/typesetting/certificate-page.ts';
import { typeset } from '#server/platform/typesetting/typesetter.ts';
import { indianDay } from '#shared/clock.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError, notFound, orNotFound, type Wording } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import { type CertificateRow, eachCertificate, findCertificate, hasCertificates } from './certificates.queries.ts';

/** Certificates typeset per batch while the archive is sent. */
const zipBatch = 20;

/** When a conference was held, and whether online. */
function heldText({ from, until, place }: CertificateRow['content'], language: Language): string {
  const [first, last] = [from, until].map((day) => dayInWords(new Date(`${day}T00:00:00Z`), language));
  if (from === until)
    return inLanguage(place === '' ? sentence`held online on ${last!}` : sentence`held on ${last!}`, language);
  const days =
    place === '' ? sentence`held online from ${first!} to ${last!}` : sentence`held from ${first!} to ${last!}`;
  return inLanguage(days, language);
}

/** `2026-C-000123.pdf`. */
const fileName = ({ label }: CertificateRow) => `${label.replaceAll('/', '-')}.pdf`;

/** Certificates as documents, made from their snapshot on each request: always the same bytes. */
export function createCertificatesService({ database, config, log }: Pick<Core, 'database' | 'config' | 'log'>) {
  async function sheetOf({ label, code, content }: CertificateRow): Promise<CertificateSheet> {
    const { language = 'en' } = content;
    /** In English, and beside it in a reader's other language. */
    const said = (text: (of: Language) => string) => [...new Set([text('en'), text(language)])];
    const both = (text: Wording) => said((of) => inLanguage(text, of)).join(' / ');
    const signers: CertificateSheet['signers'] = [];
    for (const { name, office, signature: hash } of content.signers) {
      signers.push({ name, office: both(office), signature: await printedSignature(database, hash) });
    }
    const { address, name, memberNumber, title, place } = content;
    return {
      language,
      association: [content.association, content.associationInHindi].filter(Boolean).join(' / '),
      address,
      number: label,
      name,
      memberNumber: memberNumber && both(sentence`Member number ${memberNumber}`),
      title,
      held: said((of) => heldText(content, of)).join(' / '),
      place,
      signers,
      verify: `${config.publicUrl}${paths.verify(code)}`,
      words: {
        title: said((of) => inLanguage('CERTIFICATE OF PARTICIPATION', of)),
        number: both('No.'),
        verifyAt: both('Verify at'),
        certify: both('This is to certify that'),
        tookPart: both('took part in'),
        unsigned: both('Computer-generated,\nvalid without signature').replaceAll('\n', ' '),
      },
    };
  }

  const pdf = async (row: CertificateRow) => typeset({ kind: 'certificate', sheet: await sheetOf(row) });

  /** Whether the caller may have this certificate. */
  function isFor(
    { auth, linkHolder }: Caller,
    participationId: string,
    participation: { memberId: string | null; homeState: string | null },
  ) {
    if (linkHolder) return linkHolder.role === 'participation' && linkHolder.participationId === participationId;
    if (auth?.role === 'member') return participation.memberId === auth.memberId;
    return (
      auth?.role === 'admin' &&
      (auth.reach.isAll || (participation.homeState !== null && auth.reach.has(participation.homeState)))
    );
  }

  /** @throws NOT_FOUND for a missing certificate, and for somebody else's */
  async function file(participationId: string, caller: Caller): Promise<FileAnswer> {
    const certificate = await findCertificate(database, participationId);
    if (!certificate || !isFor(caller, participationId, certificate)) throw notFound('This certificate');
    return madeFile(await pdf(certificate.certificate), 'application/pdf', fileName(certificate.certificate));
  }

  async function* filesOf(conferenceId: string, reach: Reach): AsyncGenerator<ZipEntry> {
    for await (const batch of eachCertificate(database.reader, conferenceId, zipBatch)) {
      const visible = batch.filter(({ homeState }) => reach.isAll || (homeState !== null && reach.has(homeState)));
      const documents = visible.map(async ({ certificate }) => ({
        name: fileName(certificate),
        bytes: await pdf(certificate),
        time: certificate.issuedAt,
      }));
      for (const entry of documents) yield await entry;
    }
  }

  /** All valid certificates of a conference. @throws NOT_FOUND, WRONG_STATE while there are none */
  async function zip(conferenceId: string, reach: Reach, by: string): Promise<FileAnswer> {
    const conference = orNotFound(await conferenceQueries.find(database, conferenceId), called);
    if (!(await hasCertificates(database, conferenceId))) {
      throw new AppError('WRONG_STATE', 'There are no certificates yet: they are given the day after the conference.');
    }
    await writeLog(database, { kind: 'export', by, action: 'exported the certificates', subject: conference.title });
    const body = Readable.from(zipBytes(filesOf(conferenceId, reach)), { objectMode: false });
    body.on('error', (error) => log.error({ code: error.name }, 'an archive broke off'));
    const name = `certificates-${indianDay(conference.startsAt)}.zip`;
    return { body, type: 'application/zip', attachment: name, cacheControl: 'no-store' };
  }

  return { file, zip };
}
