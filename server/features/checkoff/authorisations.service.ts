import type { Core } from '#server/core.ts';
import { tellOfWish } from '#server/features/members/changed-email.ts';
import { lockMember, type MemberRow } from '#server/features/members/members.queries.ts';
import { findIssuer } from '#server/features/receipts/issued.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { madeFile, storedFile } from '#server/platform/file-answers.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { headOf, mediaTypeOf } from '#server/platform/storage/media-type.ts';
import { withUploadedFiles } from '#server/platform/storage/uploads.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { createDocumentCache, typeset } from '#server/platform/typesetting/typesetter.ts';
import { clock } from '#shared/clock.ts';
import type { Authorisation } from '#shared/contracts/authorisations.ts';
import { checkoffTexts } from '#shared/contracts/checkoff.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import * as queries from './authorisations.queries.ts';
import { consentSheet } from './consent.ts';
import { findCheckoffSettings, findOffice } from './offices.queries.ts';
import { shownOffice } from './offices.service.ts';
import { deductionOf, firstMonthOf, keyOf, lastMonthOf, sparedAfterAsking } from './reckoning.ts';

const called = 'This authorisation';
const signedTypes = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp']);

/** Each wish makes a letter; replaced ones stay in the member's history. */
const wishes: Throttle = { name: 'salary-authorise', count: 20, seconds: 3_600 };

const wrongState = (message: string) => new AppError('WRONG_STATE', message);
/** @returns WRONG_STATE */
export const hasEnded = () => wrongState('This authorisation has ended already.');
const notYet = (message: string) => new AppError('NOT_YET', message);
const invalid = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });

/** An authorisation for its member. */
export const authorisationOf = ({ row, office }: queries.AuthorisationView): Authorisation => ({
  id: row.id,
  state: row.state,
  office: office && shownOffice(office),
  officeName: row.officeName,
  employeeNumber: row.employeeNumber,
  amount: row.amount,
  from: row.from,
  until: row.until,
  reason: row.reason,
  signed: row.signedFile !== null,
  askedAt: row.askedAt.toISOString(),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
});

/** Notes in the log what became of somebody's authorisation. */
export const noteInLog = (
  tx: Transaction,
  member: { id: string; reference: string } | null,
  by: string,
  action: string,
  note = '',
) => writeLog(tx, { kind: 'decision', by, subject: member?.reference ?? '', action, note, memberId: member?.id });

/** Members' consents to the deduction from their salary. */
export function createAuthorisationsService(core: Core) {
  const { database, files } = core;
  const documents = createDocumentCache();

  /** What can be asked for today; null while nothing can. */
  async function offerOf(db: Readable) {
    const settings = await findCheckoffSettings(db);
    const subscription = await findSubscription(db);
    if (!settings.enabled || !subscription.enabled) return null;
    const from = firstMonthOf(settings, clock.today());
    return { settings, from, yearly: subscription.amount, amount: deductionOf(settings, subscription.amount, from) };
  }

  async function mine(memberId: string) {
    const views = await queries.findOwnAuthorisations(database, memberId);
    const offer = await offerOf(database);
    const of = (state: 'asked' | 'confirmed') => views.find(({ row }) => row.state === state);
    const [asked, confirmed] = [of('asked'), of('confirmed')];
    const live = confirmed ?? asked;
    const transfer = confirmed ? asked : undefined;
    return {
      enabled: offer !== null,
      authorisation: live ? authorisationOf(live) : null,
      transfer: transfer ? authorisationOf(transfer) : null,
      offer: offer && { from: offer.from, amount: offer.amount, deduction: offer.settings.deduction },
      history: views.filter((view) => view !== live && view !== transfer).map(authorisationOf),
    };
  }

  /**
   * Asks for the deduction. The same wish again is the same authorisation; another one replaces what was asked for.
   * @throws NOT_YET while it cannot be asked for, WRONG_STATE beside a confirmed one of the same office, VALIDATION for an unknown office
   */
  async function authorise(
    {
      officeId,
      officeName,
      employeeNumber,
    }: { officeId?: string | undefined; officeName: string; employeeNumber: string },
    memberId: string,
  ): Promise<Authorisation> {
    await countTry(database, wishes, memberId);
    const id = await database.transaction(async (tx) => {
      const member = await lockMember(tx, memberId, 'unrestricted');
      if (member?.status !== 'Approved')
        throw notYet('The subscription can be deducted once your membership is approved.');
      const offer = await offerOf(tx);
      if (!offer) throw notYet('The subscription cannot be deducted from the salary yet.');
      const office = officeId ? await findOffice(tx, officeId) : undefined;
      if (officeId && !office) throw invalid('officeId', checkoffTexts.unknownOffice);
      const wish = {
        officeId: office?.id ?? null,
        officeName: office ? '' : officeName,
        employeeNumber,
        employeeKey: keyOf(employeeNumber),
      };
      const live = await queries.lockLive(tx, [memberId]);
      const isSame = (row: queries.AuthorisationRow) =>
        row.officeId === wish.officeId && row.officeName === wish.officeName && row.employeeKey === wish.employeeKey;
      const confirmed = live.find(({ state }) => state === 'confirmed');
      const openOne = live.find(({ state }) => state === 'asked');
      if (confirmed && confirmed.officeId === wish.officeId && wish.officeId !== null) {
        throw wrongState('Your subscription is deducted from the salary of this paying office already.');
      }
      if (openOne && isSame(openOne)) return openOne.id;
      if (openOne) {
        const change = { state: 'ended' as const, reason: 'Replaced by a later wish', endedAt: clock.now() };
        await queries.updateAuthorisations(tx, [openOne.id], change);
      }
      await tellOfWish(tx, member, 'salary');
      await noteInLog(tx, member, 'website', 'asked for the deduction from the salary');
      const letter = await letterOf(tx, member, wish, offer, office);
      return queries.insertAuthorisation(tx, {
        memberId,
        ...wish,
        amount: offer.amount,
        from: offer.from,
        letter,
        sparedUntil: sparedAfterAsking(clock.today()),
      });
    });
    return authorisationOf((await queries.findAuthorisation(database, id))!);
  }

  async function letterOf(
    tx: Transaction,
    member: MemberRow,
    wish: { officeName: string; employeeNumber: string },
    { settings, amount, from }: NonNullable<Awaited<ReturnType<typeof offerOf>>>,
    office: { name: string; address: string } | undefined,
  ) {
    const { association } = await findIssuer(tx);
    return {
      association: association.name,
      address: association.address,
      name: member.name,
      memberNumber: member.memberNumber ?? '',
      designation: member.designation,
      office: office?.name ?? wish.officeName,
      officeAddress: office?.address ?? '',
      employeeNumber: wish.employeeNumber,
      amount,
      deduction: settings.deduction,
      from,
      on: clock.today(),
      texts: settings.texts,
    };
  }

  /** @param memberId the required owner; absent for the office @throws NOT_FOUND */
  async function ownOr404(id: string, memberId: string | undefined) {
    const view = await queries.findAuthorisation(database, id);
    if (!view || (memberId !== undefined && view.row.memberId !== memberId)) throw notFound(called);
    return view;
  }

  /** @throws NOT_FOUND also for one that is neither asked for nor confirmed */
  async function letter(id: string, language: 'en' | 'hi', memberId: string | undefined): Promise<FileAnswer> {
    const { row } = await ownOr404(id, memberId);
    const facts = row.letter;
    if (!facts || (row.state !== 'asked' && row.state !== 'confirmed')) throw notFound('This letter');
    const sheet = consentSheet(facts, language);
    const bytes = await documents.get({ sheet }, () => typeset({ kind: 'letter', sheet }));
    return madeFile(bytes, 'application/pdf', language === 'hi' ? 'consent-hindi.pdf' : 'consent.pdf');
  }

  /** Takes the signed letter. @throws NOT_FOUND, WRONG_STATE, UNSUPPORTED_FILE */
  async function sendSigned(id: string, upload: UploadedFile, memberId: string): Promise<Authorisation> {
    const authorisation = await ownOr404(id, memberId);
    const mustBeAsked = (state: string) => {
      if (state !== 'asked') throw wrongState('A letter can be sent until the office has confirmed it.');
    };
    mustBeAsked(authorisation.row.state);
    await countTry(database, wishes, `${memberId} signed`);
    if (!signedTypes.has(mediaTypeOf(await headOf(upload.path)))) {
      const message = 'Please choose a PDF or a picture (JPEG, PNG or WebP)';
      throw new AppError('UNSUPPORTED_FILE', message, { fields: { file: message } });
    }
    const stored = await files.store(upload, 'file');
    await withUploadedFiles(core, [stored], () =>
      database.transaction(async (tx) => {
        const view = (await queries.lockAuthorisations(tx, [id]))[0];
        if (view?.member?.id !== memberId) throw notFound(called);
        mustBeAsked(view.row.state);
        await files.attach(tx, stored);
        await files.release(tx, view.row.signedFile);
        await queries.updateAuthorisations(tx, [id], { signedFile: stored.key });
      }),
    );
    return authorisationOf((await queries.findAuthorisation(database, id))!);
  }

  /** @throws NOT_FOUND */
  async function signed(id: string, memberId: string | undefined): Promise<FileAnswer> {
    const { row } = await ownOr404(id, memberId);
    const file = row.signedFile ? await files.open(row.signedFile) : null;
    if (!file) throw notFound('This letter');
    return storedFile(file, file.name || 'signed-letter');
  }

  /** Withdraws an own authorisation. @throws NOT_FOUND, WRONG_STATE */
  async function withdraw(id: string, memberId: string): Promise<Authorisation> {
    await database.transaction(async (tx) => {
      const view = (await queries.lockAuthorisations(tx, [id]))[0];
      if (view?.member?.id !== memberId) throw notFound(called);
      const { state } = view.row;
      if (state !== 'asked' && state !== 'confirmed') throw hasEnded();
      const until = state === 'asked' ? null : lastMonthOf(await findCheckoffSettings(tx), clock.today());
      await queries.updateAuthorisations(tx, [id], { state: 'withdrawn', until, endedAt: clock.now() });
      await noteInLog(tx, view.member, 'website', 'withdrew the deduction from the salary');
    });
    return authorisationOf((await queries.findAuthorisation(database, id))!);
  }

  return { mine, authorise, letter, sendSigned, signed, withdraw };
}
