import { checkIn, type DoorEntry, doorList } from '#shared/contracts/participations.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { type ApiAnswer, api } from '#web/lib/api.ts';
import { getSession } from '#web/lib/session.ts';
import { type DoorAnswer, DoorList, hashOf, itemsOf, type Scan } from './door-list.ts';
import { DoorStore, type KeptList } from './door-store.ts';

/** How often the other doors' scans are asked for. */
const refreshMs = 15_000;
/** After what could not be sent. */
const againMs = 5_000;
/** One QR code held before the camera is one scan. */
const sameCodeMs = 4_000;
const firstOwnKey = 1_000_000_000;

export interface DoorState {
  phase: 'opening' | 'ready' | 'failed';
  /** Why there is no list. */
  failure: string;
  title: string;
  startsAt: string;
  /** From when on people can be checked in, while that is to come: until then nothing is kept. */
  opensAt: string;
  registered: number;
  in: number;
  /** Scans that the server does not have yet. */
  waiting: number;
  /** The last call came through. */
  online: boolean;
  /** The server does not take scans now, and why. */
  refused: string;
  /** Scans that the server did not accept. */
  problems: readonly string[];
  answer: (DoorAnswer & { number: number }) | null;
}

/** A call that takes longer counts as no network: in a full hall many a call is never answered. */
const answerMs = 20_000;
const listMs = 90_000;
const within = (ms: number) => ({ signal: AbortSignal.timeout(ms) });

const begin: DoorState = {
  phase: 'opening',
  failure: '',
  title: '',
  startsAt: '',
  opensAt: '',
  registered: 0,
  in: 0,
  waiting: 0,
  online: true,
  refused: '',
  problems: [],
  answer: null,
};

/** One door of a conference: answers by the list on the device, keeps what was done, and sends it when it can. */
export class Door {
  readonly #conference: string;
  readonly #list = new DoorList();
  readonly #listeners = new Set<() => void>();
  #store: DoorStore | undefined;
  #kept: KeptList | undefined;
  #scans: Scan[] = [];
  #state = begin;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> | undefined;
  #wanted = false;
  #refreshedAt = 0;
  #lookingAgain = false;
  #last = { hash: '', at: 0 };
  #answers = 0;
  #tellOpened = () => {};
  /** Resolves when there is a list, or none to be had. */
  readonly opened = new Promise<void>((resolve) => {
    this.#tellOpened = resolve;
  });

  constructor(conference: string) {
    this.#conference = conference;
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  getState = () => this.#state;

  #set(change: Partial<DoorState>) {
    this.#state = { ...this.#state, ...change };
    if (this.#state.phase !== 'opening') this.#tellOpened();
    for (const listener of this.#listeners) listener();
  }

  /** Shows what the device has at once, then what the server has. */
  async open(): Promise<void> {
    this.#closed = false;
    const owner = getSession()?.token.split('_', 2).join('_') ?? '';
    try {
      this.#store = await DoorStore.open(owner, () => this.close());
      const found = await this.#store.list(this.#conference);
      this.#scans = await this.#store.scans(this.#conference);
      if (found) {
        this.#kept = found.kept;
        this.#list.put(found.entries);
        this.#list.setOwn(this.#scans);
        this.#show({ phase: 'ready' });
      }
    } catch (error) {
      // Storage may be blocked altogether; then the list lasts as long as the page.
      console.error(error);
    }
    addEventListener('online', this.#soon);
    document.addEventListener('visibilitychange', this.#soon);
    await this.work();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#soon);
    document.removeEventListener('visibilitychange', this.#soon);
    this.#store?.close();
    this.#store = undefined;
  }

  #show(change: Partial<DoorState> = {}) {
    this.#set({
      ...this.#list.counts(),
      title: this.#kept?.title ?? '',
      startsAt: this.#kept?.startsAt ?? '',
      opensAt: this.#opensAt() ?? '',
      waiting: this.#scans.length,
      ...change,
    });
  }

  #soon = () => {
    if (document.visibilityState === 'visible') void this.work();
  };

  /** Sends what waits, then asks what other doors have done; again and again. */
  work(): Promise<void> {
    // What was done meanwhile is not to wait for the next round.
    if (this.#working) this.#wanted = true;
    this.#working ??= this.#workNow().finally(() => {
      this.#working = undefined;
      if (this.#wanted && !this.#closed) void this.work();
      this.#wanted = false;
    });
    return this.#working;
  }

  async #workNow() {
    clearTimeout(this.#timer);
    let next = refreshMs;
    try {
      await this.#send();
      // Not after each scan: the other doors can wait a few seconds.
      if (this.#lookingAgain || Date.now() - this.#refreshedAt > refreshMs / 3) await this.#refresh();
      if (!this.#state.online) this.#set({ online: true });
    } catch (error) {
      next = againMs;
      const failure = error instanceof AppError ? error : undefined;
      if (!failure) console.error(error);
      if (this.#state.phase !== 'ready') this.#set({ phase: 'failed', failure: failure?.message ?? '' });
      else if (!failure || failure.code === 'UNAVAILABLE') this.#set({ online: false });
      else this.#set({ refused: failure.message });
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.#soon(), next);
  }

  async #refresh() {
    const asked = Date.now();
    const since = this.#kept?.at;
    const answer = await api(
      doorList,
      { params: { id: this.#conference }, query: { since } },
      within(since ? answerMs : listMs),
    );
    if (this.#closed) return;
    this.#refreshedAt = Date.now();
    const { conference, at, data, gone } = answer;
    const offset = Date.parse(at) - (asked + Date.now()) / 2;
    this.#kept = {
      conference: this.#conference,
      title: conference.WebinarName,
      startsAt: conference.MeetingDate,
      at,
      offset,
    };
    this.#list.put(data, gone);
    this.#show({ phase: 'ready' });
    if (data.length + gone.length > 0) {
      // First the people at the door see that it is ready.
      if (since === undefined) await new Promise((resolve) => setTimeout(resolve, 100));
      await this.#store?.keep(this.#kept, data, gone, since === undefined).catch((error) => console.error(error));
    }
  }

  async #send() {
    while (this.#scans.length > 0 && !this.#closed) {
      const sent = this.#scans.filter(({ key }) => key > 0).slice(0, limits.checkInsAtOnce);
      if (sent.length === 0) return;
      const body = { items: itemsOf(sent) };
      const answer = await api(checkIn, { params: { id: this.#conference }, body }, within(answerMs));
      await this.#settle(sent, answer);
    }
    if (this.#state.refused) this.#set({ refused: '' });
  }

  async #settle(sent: readonly Scan[], { left }: ApiAnswer<typeof checkIn>) {
    const refused = new Set(left.filter(({ code }) => code !== 'ALREADY').map(({ index }) => index));
    const changed = new Map<string, DoorEntry>();
    for (const [index, { participationId, at, undo }] of sent.entries()) {
      const entry = changed.get(participationId) ?? this.#list.get(participationId);
      if (!entry || refused.has(index)) continue;
      // The earliest counts; what other doors have done comes with the next list.
      changed.set(participationId, { ...entry, checkedInAt: undo ? null : (entry.checkedInAt ?? at) });
    }
    const problems = left
      .filter(({ code }) => code !== 'ALREADY')
      .map(
        ({ index, message }) => `${this.#list.get(sent[index]?.participationId ?? '')?.name ?? 'Somebody'}: ${message}`,
      );
    await this.#store?.settle(this.#conference, sent, [...changed.values()]);
    const keys = new Set(sent.map(({ key }) => key));
    this.#scans = this.#scans.filter(({ key }) => !keys.has(key));
    this.#list.put([...changed.values()]);
    this.#list.setOwn(this.#scans);
    this.#show(problems.length > 0 ? { problems: [...this.#state.problems, ...problems].slice(-20) } : {});
  }

  /** By the server's clock: phones at doors are wrong now and then. */
  #now = () => new Date(Date.now() + (this.#kept?.offset ?? 0)).toISOString();

  /** Null once people can be checked in. */
  #opensAt(): string | null {
    const opens = new Date(Date.parse(this.#kept?.startsAt ?? '') - limits.checkInHours * 3_600_000);
    return opens > new Date(this.#now()) ? opens.toISOString() : null;
  }

  #answer(answer: DoorAnswer): DoorAnswer {
    this.#answers += 1;
    this.#show({ answer: { ...answer, number: this.#answers } });
    return answer;
  }

  /** Answers at once; undefined for a code that is still being held before the camera. */
  async scanned(text: string): Promise<DoorAnswer | undefined> {
    const hash = await hashOf(text);
    const isSame = hash === this.#last.hash && Date.now() - this.#last.at < sameCodeMs;
    this.#last = { hash, at: Date.now() };
    if (isSame) return undefined;
    const answer = this.checkIn(this.#list.idOf(hash));
    if (answer.kind === 'unknown') void this.#lookAgain(text, hash);
    return answer;
  }

  /** Somebody may have registered, or lost the place, since the list was asked for. */
  async #lookAgain(text: string, hash: string) {
    const { number } = this.#state.answer ?? {};
    this.#lookingAgain = true;
    await this.work();
    this.#lookingAgain = false;
    if (!this.#state.online || this.#state.answer?.number !== number) return;
    const id = this.#list.idOf(hash);
    if (id) {
      this.checkIn(id);
      return;
    }
    if (this.#state.opensAt) return;
    try {
      const items = [{ code: text, at: this.#now() }];
      const { left } = await api(checkIn, { params: { id: this.#conference }, body: { items } });
      const person = this.#list.get(left[0]?.participationId ?? '');
      if (left[0]?.code === 'WRONG_STATE' && person && this.#state.answer?.number === number) {
        this.#answer({ kind: 'waiting', person, since: null });
      }
    } catch (error) {
      console.error(error);
    }
  }

  checkIn(id: string | undefined): DoorAnswer {
    const at = this.#now();
    // Anyone who tries the phone out on the day before checks nobody in.
    if (this.#opensAt() !== null) return this.#answer(this.#list.answerTo(id, at));
    const answer = this.#list.checkIn(id, at);
    if (answer.kind === 'in') this.#queue({ participationId: answer.person!._id, at, undo: false });
    return this.#answer(answer);
  }

  undo(id: string): DoorAnswer {
    const at = this.#now();
    const answer = this.#list.undo(id, at);
    // The same code may be shown again at once.
    this.#last = { hash: '', at: 0 };
    this.#queue({ participationId: id, at, undo: true });
    return this.#answer(answer);
  }

  #queue(scan: Omit<Scan, 'key' | 'conference'>) {
    const whole = { ...scan, conference: this.#conference };
    // Sent once the device has it, or has refused it; then by a number that it never gives.
    const entry: Scan = { ...whole, key: 0 };
    this.#scans = [...this.#scans, entry];
    const number = firstOwnKey + this.#answers;
    const stored = this.#store?.addScan(whole).catch((error: unknown) => console.error(error));
    void Promise.resolve(stored).then((kept) => {
      entry.key = kept?.key ?? number;
      void this.work();
    });
  }

  find = (text: string) => this.#list.find(text);
  inSince = (id: string) => this.#list.inSince(id);
}
