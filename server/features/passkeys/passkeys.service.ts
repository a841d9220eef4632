import { type Core, serviceOf } from '#server/core.ts';
import { holdLogin } from '#server/features/auth/auth.queries.ts';
import { liftLoginBounds } from '#server/features/auth/login-tries.ts';
import { openSession } from '#server/features/auth/open-session.ts';
import { withCurrentPassword, wrongPassword } from '#server/features/auth/password-change.ts';
import { verifyPassword } from '#server/features/auth/password-hashing.ts';
import { deleteSessionsOf, type Subject } from '#server/features/auth/sessions.queries.ts';
import { passkeyLogins } from '#server/features/auth/throttles.ts';
import { holdSecondFactorRule } from '#server/features/settings/settings.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { Auth } from '#server/platform/http/access.ts';
import { momentInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { serverMessages } from '#server/platform/server-messages.ts';

import type { Network } from '#server/platform/throttles/network.ts';
import { withTry } from '#server/platform/throttles/tries.ts';
import { withMinimumDuration } from '#server/platform/with-timeout.ts';
import { clock } from '#shared/clock.ts';
import type { Passkey } from '#shared/contracts/passkeys.ts';
import { AppError, notFound, orNotFound } from '#shared/errors.ts';
import { hasPasskey, type OwnProof } from '#shared/own-proof.ts';
import { passkeyHost, passkeyLimits, passkeyTexts } from '#shared/passkeys.ts';
import { sentence } from '#shared/sentence.ts';
import { type Ceremony, createCeremonies } from './ceremonies.ts';
import * as options from './options.ts';
import * as queries from './passkeys.queries.ts';
import { type Assertion, readAssertion, readAttestation, verifyAssertion, verifyAttestation } from './verification.ts';

type CeremonyInput = Pick<OwnProof, 'ceremony' | 'response'>;
type Role = Ceremony['role'];

/** What a login knows of where it comes from; administrators are answered in English. */
interface LoginCaller {
  network: Network;
  browser: string;
  answerInEnglish: () => void;
}

const refusedAs = (message: string) => new AppError('PASSKEY_REFUSED', message);
const notAvailable = () => new AppError('NOT_AVAILABLE', 'Passkeys cannot be used at this address of the site.');
const tooManyPasskeys = () =>
  new AppError('OVER', sentence`You have ${passkeyLimits.each} passkeys already. Please remove one first.`);
const thisPasskey = 'This passkey';

/** Passkeys of members and of the office, and logins with them. */
export function createPasskeysService({ config, database }: Core) {
  const host = passkeyHost(config.publicUrl);
  const place = { host, origin: new URL(config.publicUrl).origin };
  const ceremonies = createCeremonies({ database });

  const viewOf = (row: queries.PasskeyRow): Passkey => ({
    id: row.id,
    name: row.name,
    addedAt: row.addedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    synced: row.synced,
    usable: row.host === host,
  });

  /** The ceremony of an answer, if it is open and for this purpose. */
  async function ceremonyOf(input: CeremonyInput, expected: Partial<Ceremony>): Promise<Ceremony | null> {
    const ceremony = input.ceremony === undefined ? null : await ceremonies.open(input.ceremony);
    if (!ceremony) return null;
    const fits = Object.entries(expected).every(([name, value]) => ceremony[name as keyof Ceremony] === value);
    return fits ? ceremony : null;
  }

  async function mail(
    tx: Transaction,
    { subject, name, email }: queries.PasskeyOwner,
    passkey: queries.PasskeyRow,
    what: 'added' | 'removed' | 'counter',
  ): Promise<void> {
    const facts = { name, passkey: passkey.name, at: momentInWords(clock.now()) };
    if (what === 'added') {
      const data = { ...facts, since: passkey.addedAt.toISOString() };
      await enqueueMail(tx, { kind: 'passkey-added', to: email, data, ...subject });
    } else await enqueueMail(tx, { kind: 'passkey-changed', to: email, data: { ...facts, change: what }, ...subject });
  }

  /**
   * Verifies an answer and uses it: `work` runs under the owner's and the passkey's lock.
   * @param owner whose passkey it has to be; absent: anybody's in the ceremony's role
   * @returns null for an answer that is not right, or a counter that went back, which is logged
   */
  async function takeAnswer<T>(
    answer: Assertion,
    ceremony: Ceremony,
    subject: Subject | undefined,
    work: (tx: Transaction, owner: queries.PasskeyOwner, passkey: queries.PasskeyRow) => Promise<T>,
    isDated = true,
  ): Promise<T | null> {
    const match = await queries.findByCredential(database, host, answer.id);
    const isTheirs = match && isOf(match.passkey, ceremony.role, subject);
    const key = isTheirs ? { ...match.passkey, handle: match.handle } : undefined;
    const signed = await verifyAssertion(answer, ceremony, key, place);
    if (!match || !signed) return null;
    const { passkey } = match;
    return database.transaction(async (tx) => {
      const owner = await queries.lockOwner(tx, queries.ownerOfRow(passkey));
      if (!owner) return null;
      const row = await queries.lockPasskey(tx, passkey.id);
      if (!row) return null;
      if ((signed.counter !== 0 || row.counter !== 0) && signed.counter <= row.counter) {
        const action = 'was refused with a passkey whose counter went back';
        await writeLog(tx, { ...queries.lineOf(owner), kind: 'login', action, note: row.name });
        if (await queries.noteWarning(tx, row.id)) await mail(tx, owner, row, 'counter');
        return null;
      }
      await queries.noteUse(tx, row.id, signed, isDated);
      return work(tx, owner, row);
    });
  }

  /** @throws PASSKEY_REFUSED */
  async function login(
    input: CeremonyInput & { device: string | undefined },
    { browser, answerInEnglish }: LoginCaller,
  ) {
    const refused = () => refusedAs(passkeyTexts.refused);
    if (host === '') throw refused();
    const ceremony = await ceremonyOf(input, { purpose: 'login' });
    if (ceremony?.role === 'admin') answerInEnglish();
    const answer = readAssertion(input.response);
    if (!ceremony || !answer || !(await ceremonies.spend(ceremony))) throw refused();
    const opened = await takeAnswer(answer, ceremony, undefined, async (tx, owner, passkey) => {
      const { kind: _kind, ...line } = queries.lineOf(owner);
      const opening = {
        browser,
        device: input.device,
        twoFactors: true,
        passkeyId: passkey.id,
        note: `with the passkey ‘${passkey.name}’`,
      };
      const session = await openSession(tx, { ...owner, line }, opening);
      await liftLoginBounds(tx, ceremony.role, owner.email);
      return { ...session, mustChangePassword: owner.mustChangePassword };
    });
    if (!opened) throw refused();
    return opened;
  }

  /** @throws PASSKEY_REFUSED */
  async function confirm(auth: Auth, input: CeremonyInput, isDated: boolean): Promise<void> {
    const refused = () => refusedAs(passkeyTexts.notConfirmed);
    const ceremony = await ceremonyOf(input, { purpose: 'confirm', role: auth.role, session: auth.sessionId });
    const answer = readAssertion(input.response);
    if (host === '' || !ceremony || !answer || !(await ceremonies.spend(ceremony))) throw refused();
    if (!(await takeAnswer(answer, ceremony, auth, async () => true, isDated))) throw refused();
  }

  async function add(
    auth: Auth,
    input: CeremonyInput & { name?: string | undefined },
    browser: string,
  ): Promise<Passkey> {
    const refused = () => refusedAs(passkeyTexts.notAdded);
    const ceremony = await ceremonyOf(input, { purpose: 'add', role: auth.role, session: auth.sessionId });
    const answer = readAttestation(input.response);
    if (host === '' || !ceremony || !answer || !(await ceremonies.spend(ceremony))) throw refused();
    const key = await verifyAttestation(answer, ceremony, place);
    if (!key) throw refused();
    const subject = queries.subjectOf(auth);
    return database.transaction(async (tx) => {
      const owner = await queries.lockOwner(tx, subject);
      if (!owner) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
      await holdLogin(tx, auth);
      const holder = await queries.findCredentialOwner(tx, key.credentialId);
      if (holder) throw isOf(holder, auth.role, subject) ? alreadyAdded() : refused();
      if ((await queries.countPasskeys(tx, subject)) >= passkeyLimits.each) throw tooManyPasskeys();
      const name = input.name ?? (browser.slice(0, passkeyLimits.name) || 'Passkey');
      const row = await queries.insertPasskey(tx, {
        ...subject,
        ...key,
        publicKey: Buffer.from(key.publicKey),
        host,
        name,
      });
      if (!row) throw refused();
      await writeLog(tx, { ...queries.lineOf(owner), action: 'added a passkey', note: name });
      await mail(tx, owner, row, 'added');
      return viewOf(row);
    });
  }

  return {
    host,

    /**
     * Begins a login, or the confirmation of a session. Stores nothing.
     * @throws NOT_AVAILABLE; NOT_LOGGED_IN for a confirmation without a session
     */
    async begin(purpose: Role | 'confirm', auth: Auth | null) {
      if (purpose !== 'confirm') {
        if (host === '') throw notAvailable();
        const { challenge, ceremony } = await ceremonies.begin({ purpose: 'login', role: purpose });
        return { options: options.forLogin(host, challenge), ceremony };
      }
      if (!auth) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
      if (host === '') throw notAvailable();
      const about = { purpose, role: auth.role, session: auth.sessionId } as const;
      const { challenge, ceremony } = await ceremonies.begin(about);
      const hostPasskeys = (await queries.findPasskeys(database, auth)).filter((row) => row.host === host);
      return { options: options.forConfirming(host, challenge, hostPasskeys), ceremony };
    },

    /** Logs in the owner of the passkey. All refusals are alike, and take as long. @throws PASSKEY_REFUSED, TOO_MANY */
    async login(input: CeremonyInput & { device: string | undefined }, by: LoginCaller) {
      const counters = [{ throttle: passkeyLogins, subject: by.network }];
      const isWrong = ({ code }: AppError) => code === 'PASSKEY_REFUSED';
      return withTry(database, counters, isWrong, () => withMinimumDuration(login(input, by)));
    },

    /** Shows by a passkey that the caller is who is logged in. @throws PASSKEY_REFUSED */
    confirm: (auth: Auth, input: CeremonyInput, isDated = true): Promise<void> =>
      withMinimumDuration(confirm(auth, input, isDated)),

    /** @throws NOT_AVAILABLE, OVER */
    async beginAdding(auth: Auth) {
      if (host === '') throw notAvailable();
      const subject = queries.subjectOf(auth);
      const owner = await queries.findOwner(database, subject);
      if (!owner) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
      const passkeys = await queries.findPasskeys(database, subject);
      if (passkeys.length >= passkeyLimits.each) throw tooManyPasskeys();
      const handle =
        (await queries.findHandle(database, subject)) ??
        (await queries.keepHandle(database, subject, options.newHandle()));
      const { challenge, ceremony } = await ceremonies.begin({
        purpose: 'add',
        role: auth.role,
        session: auth.sessionId,
      });
      const usable = passkeys.filter((row) => row.host === host);
      return { options: options.forAdding(host, challenge, { ...owner, handle }, usable), ceremony };
    },

    /** @throws PASSKEY_REFUSED, ALREADY_ADDED, OVER */
    add: (auth: Auth, input: CeremonyInput & { name?: string | undefined }, browser: string): Promise<Passkey> =>
      withMinimumDuration(add(auth, input, browser)),

    async list(subject: Subject): Promise<Passkey[]> {
      return (await queries.findPasskeys(database, subject)).map(viewOf);
    },

    /** @throws NOT_FOUND */
    async rename(subject: Subject, id: string, name: string): Promise<Passkey> {
      return viewOf(orNotFound(await queries.renamePasskey(database, subject, id, name), thisPasskey));
    },

    /**
     * Removes a passkey and ends the sessions that it opened, but for the caller's.
     * @throws NOT_FOUND; WRONG_STATE for the last factor of an administrator who needs one
     */
    async remove(auth: Auth, id: string): Promise<void> {
      const subject = queries.subjectOf(auth);
      await database.transaction(async (tx) => {
        const owner = await queries.lockOwner(tx, subject);
        const row = owner && (await queries.findOwn(tx, subject, id));
        if (!owner || !row) throw notFound(thisPasskey);
        if ('administratorId' in subject && row.host === host) await mustKeepFactor(tx, subject.administratorId);
        await deleteSessionsOf(tx, [row.id], auth.sessionId);
        if (!(await queries.deletePasskey(tx, row.id))) throw notFound(thisPasskey);
        await writeLog(tx, { ...queries.lineOf(owner), action: 'removed a passkey', note: row.name });
        await mail(tx, owner, row, 'removed');
      });
    },
  };

  /** @throws WRONG_STATE when this passkey is the one factor that is required */
  async function mustKeepFactor(tx: Transaction, administratorId: string): Promise<void> {
    if (!(await holdSecondFactorRule(tx))) return;
    if ((await queries.countUsable(tx, { administratorId }, host)) > 1) return;
    if (await queries.hasCodes(tx, administratorId)) return;
    throw new AppError(
      'WRONG_STATE',
      'The association requires a second factor of every administrator. Please add another passkey or an authenticator app first.',
    );
  }
}

export type PasskeysService = ReturnType<typeof createPasskeysService>;

const alreadyAdded = () => new AppError('ALREADY_ADDED', passkeyTexts.alreadyAdded);

/** Whether it belongs to this account, or, without one, to any of this role. */
function isOf({ memberId, administratorId }: queries.OwnedRow, role: Role, subject: Subject | undefined): boolean {
  if (!subject) return (memberId === null ? 'admin' : 'member') === role;
  return 'memberId' in subject ? memberId === subject.memberId : administratorId === subject.administratorId;
}

/**
 * Demands what shows that the caller is who is logged in: their password, whose tries are counted, or a passkey.
 * @param passwordHash the caller's; null for none
 * @param isDated false where the moment must not be stored with the passkey
 * @throws WRONG_PASSWORD at field `password`, TOO_MANY; PASSKEY_REFUSED
 */
export async function proveSelf(
  core: Core,
  auth: Auth,
  passwordHash: string | null,
  proof: OwnProof,
  isDated = true,
): Promise<void> {
  if (hasPasskey(proof)) return serviceOf(core, createPasskeysService).confirm(auth, proof, isDated);
  const ownerId = auth.role === 'member' ? auth.memberId : auth.administratorId;
  await withCurrentPassword(core.database, ownerId, async () => {
    if (!(await verifyPassword(passwordHash, proof.password ?? ''))) throw wrongPassword('password');
  });
}
