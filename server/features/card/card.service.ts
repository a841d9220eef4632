import { buffer } from 'node:stream/consumers';
import { type Core, serviceOf } from '#server/core.ts';
import { findMember, lockMember, type MemberRow } from '#server/features/members/members.queries.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { findSubscriptionStatus } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { newCode } from '#server/platform/database/columns.ts';
import { madeFile } from '#server/platform/file-answers.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { drawPng, encodeForPrint } from '#server/platform/storage/pictures.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import type { CardSheet } from '#server/platform/typesetting/card-page.ts';
import type { Jpeg } from '#server/platform/typesetting/drawing.ts';
import { createDocumentCache, typeset } from '#server/platform/typesetting/typesetter.ts';
import { clock } from '#shared/clock.ts';
import type { MemberCard } from '#shared/contracts/card.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError, notFound, orNotFound } from '#shared/errors.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { paths } from '#shared/paths.ts';
import { Sentence, sentence } from '#shared/sentence.ts';
import { findCardCode, insertCard, replaceCards } from './card.queries.ts';

/** Each reads a picture and typesets a page; cached ones do not count. */
const documents: Throttle = { name: 'card-document', count: 20, seconds: 3_600 };
const replacements: Throttle = { name: 'card-replace', count: 10, seconds: 3_600 };
/** The width of a credit card at 500 dots per inch. */
const pictureWidth = 1_684;
const photoSize = { width: 480, height: 480 };

/** A member's card with its code: as a page, a document and a picture. */
export function createCardService(core: Core) {
  const { database, config, files } = core;
  const addresses = serviceOf(core, pictureAddresses);
  const cache = createDocumentCache();

  async function codeOf(memberId: string): Promise<string> {
    const code = await findCardCode(database, memberId);
    if (code !== undefined) return code;
    return database.transaction(async (tx) => {
      // The record first, as in a call that replaces a card; another order could deadlock.
      if (!(await lockMember(tx, memberId, 'unrestricted'))) throw notFound('This record');
      await insertCard(tx, memberId, newCode());
      return (await findCardCode(tx, memberId))!;
    });
  }

  async function mustFind(memberId: string): Promise<MemberRow> {
    return orNotFound(await findMember(database, memberId, 'unrestricted'), 'This record');
  }

  async function cardOf(member: MemberRow): Promise<MemberCard> {
    const { state, paidUntil } = await cardState(database, member);
    const isValid = state === 'valid';
    return {
      name: member.name,
      memberNumber: member.memberNumber ?? '',
      membership: member.membership,
      homeState: member.state,
      photo: addresses.address(member.id, member.pictureFile),
      valid: isValid,
      state,
      // A past day would contradict a card that is still valid.
      validUntil: isValid && paidUntil !== null && paidUntil >= clock.today() ? paidUntil : null,
      verify: await verifyAddress(member.id),
    };
  }

  const cardOfMember = async (memberId: string) => cardOf(await mustFind(memberId));

  /** The absolute address that verifies a member's card. @throws NOT_FOUND */
  async function verifyAddress(memberId: string): Promise<string> {
    return `${config.publicUrl}${paths.verify(await codeOf(memberId))}`;
  }

  /** Invalidates the old code. @throws TOO_MANY */
  async function replace(memberId: string): Promise<MemberCard> {
    await countTry(database, replacements, memberId);
    await database.transaction(async (tx) => {
      const member = orNotFound(await lockMember(tx, memberId, 'unrestricted'), 'This record');
      await replaceCards(tx, memberId);
      await insertCard(tx, memberId, newCode());
      const subject = member.reference;
      await writeLog(tx, { kind: 'member', by: 'member', subject, action: 'replaced the member card', memberId });
    });
    return cardOfMember(memberId);
  }

  async function photoOf({ pictureFile }: MemberRow): Promise<Jpeg | null> {
    const file = pictureFile === null ? null : await files.open(pictureFile);
    return file && encodeForPrint(await buffer(file.body), photoSize, 'picture');
  }

  /** The texts of a card, without the photo. @throws WRONG_STATE for an invalid card */
  async function wordsOf(memberId: string): Promise<{ member: MemberRow; words: Omit<CardSheet, 'photo'> }> {
    const member = await mustFind(memberId);
    const card = await cardOf(member);
    if (!card.valid) throw new AppError('WRONG_STATE', 'This membership has lapsed, and with it the member card.');
    const { language } = member;
    const { name, address, email, phone } = await findSender(database, language);
    const until = card.validUntil && dayInWords(new Date(`${card.validUntil}T00:00:00Z`), language);
    const words = {
      association: name,
      address,
      contact: [email, phone].filter((part) => part !== '').join('  ·  '),
      name: card.name,
      memberNumber: card.memberNumber,
      language,
      membership: inLanguage(sentence`${new Sentence(membershipLabels[card.membership])} member`, language),
      state: inLanguage(card.homeState, language),
      validUntil: until ?? '',
      verify: card.verify,
    };
    return { member, words };
  }

  /** A card as a document, cached by its content. @throws WRONG_STATE, TOO_MANY */
  async function documentOf(
    memberId: string,
    form: string,
    make: (sheet: CardSheet) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const { member, words } = await wordsOf(memberId);
    return cache.get({ form, words, memberId, photo: member.pictureFile }, async () => {
      await countTry(database, documents, memberId);
      return make({ ...words, photo: await photoOf(member) });
    });
  }

  async function pdf(memberId: string, paper: 'card' | 'a4'): Promise<FileAnswer> {
    const bytes = await documentOf(memberId, paper, (sheet) => typeset({ kind: 'card', paper, sheet }));
    return madeFile(bytes, 'application/pdf', 'member-card.pdf');
  }

  async function picture(memberId: string): Promise<FileAnswer> {
    const bytes = await documentOf(memberId, 'picture', async (sheet) =>
      drawPng(await typeset({ kind: 'card-picture', sheet, pixels: pictureWidth })),
    );
    return madeFile(bytes, 'image/png', 'member-card.png');
  }

  return { own: cardOfMember, verifyAddress, replace, pdf, picture };
}

export interface CardState {
  state: 'valid' | 'left' | 'lapsed';
  /** The last paid day, YYYY-MM-DD; null while no subscription is asked for, or none was paid. */
  paidUntil: string | null;
}

/** Whether somebody's card is valid: an approved person is a member, paid or not, until the membership lapses. */
export async function cardState(db: Readable, member: Pick<MemberRow, 'id' | 'status'>): Promise<CardState> {
  if (member.status !== 'Approved') return { state: 'left', paidUntil: null };
  const { state, until } = await findSubscriptionStatus(db, await findSubscription(db), member.id);
  return { state: state === 'lapsed' ? 'lapsed' : 'valid', paidUntil: until };
}
