import { checkIn, type DoorEntry, doorList } from '#shared/contracts/door.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { type ApiAnswer, api } from '#web/lib/calls/api.ts';
import { getSession } from '#web/lib/login/session.ts';
import { type DoorAnswer, DoorList, hashOf, itemsOf, type Scan } from './door-list.ts';
import { DoorStore, type KeptList } from './door-store.ts';

/** The interval at which the other doors' scans are loaded. */
const refreshMs = 15_000;
/** The pause after a failed attempt to send. */
const retryMs = 5_000;
/** Within this time, the same QR code counts as one scan. */
const sameCodeMs = 4_000;
const firstOwnKey = 1_000_000_000;

export interface DoorState {
  phase: 'opening' | 'ready' | 'failed';
  /** Why there is no list. */
  failure: string;
  title: string;
  startsAt: string;
  /** When check-in opens, if that is in the future; until then no scan is stored. */
  opensAt: string;
  registered: number;
  in: number;
  /** Scans that the server does not have yet. */
  waiting: number;
  /** Whether the last call reached the server. */
  online: boolean;
  /** Why the server currently refuses scans. */
  refused: string;
  /** Scans that the server did not accept. */
  problems: readonly string[];
  answer: (DoorAnswer & { number: number }) | null;
}

/** Longer calls count as offline: in a full hall many a call is never answered. */
const answerMs = 20_000;
const listMs = 90_000;
const within = (ms: number) => ({ signal: AbortSignal.timeout(ms) });

const initialState: DoorState = {
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

/** One door of a conference: answers from the list on the device, stores scans, and sends them when it can. */
export class Door {
  readonly #conference: string;
  readonly #list = new DoorList();
  readonly #listeners = new Set<() => void>();
  #store: DoorStore | undefined;
  #kept: KeptList | undefined;
  #scans: Scan[] = [];
  #state = initialState;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> | undefined;
  #runAgain = false;
  #refreshedAt = 0;
  #checkingAgain = false;
  #last = { hash: '', at: 0 };
  #answers = 0;
  #resolveOpened = () => {};
  /** Resolves when the list is available or has failed to load. */
  readonly opened = new Promise<void>((resolve) => {
    this.#resolveOpened = resolve;
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
    if (this.#state.phase !== 'opening') this.#resolveOpened();
    for (const listener of this.#listeners) listener();
  }

  /** Shows the list on the device at once, then the server's. */
  async open(): Promise<void> {
    this.#closed = false;
    const owner = getSession()?.token.split('_', 2).join('_') ?? '';
    try {
      this.#store = await DoorStore.open(owner, () => this.close());
      const stored = await this.#store.list(this.#conference);
      this.#scans = await this.#store.scans(this.#conference);
      if (stored) {
        this.#kept = stored.kept;
        this.#list.put(stored.entries);
        this.#list.setOwn(this.#scans);
        this.#show({ phase: 'ready' });
      }
    } catch (error) {
      // Storage may be blocked; the list then lasts until the page is closed.
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

  /** Sends the unsent scans, then loads the other doors' scans, and repeats. */
  work(): Promise<void> {
    // New scans must not wait for the next interval.
    if (this.#working) this.#runAgain = true;
    this.#working ??= this.#workNow().finally(() => {
      this.#working = undefined;
      if (this.#runAgain && !this.#closed) void this.work();
      this.#runAgain = false;
    });
    return this.#working;
  }

  async #workNow() {
    clearTimeout(this.#timer);
    let next = refreshMs;
    const session = getSession();
    try {
      await this.#send();
      // Not after every scan: a delay of a few seconds is fine.
      if (this.#checkingAgain || Date.now() - this.#refreshedAt > refreshMs / 3) await this.#refresh();
      if (!this.#state.online) this.#set({ online: true });
    } catch (error) {
      next = retryMs;
      const failure = error instanceof AppError ? error : undefined;
      if (!failure) console.error(error);
      // A login takes longer than a call may.
      if (!failure && getSession()?.token !== session?.token) next = 0;
      else if (this.#state.phase !== 'ready') this.#set({ phase: 'failed', failure: failure?.message ?? '' });
      else if (!failure || failure.code === 'UNAVAILABLE') this.#set({ online: false });
      else this.#set({ refused: failure.message });
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.#soon(), next);
  }

  async #refresh() {
    const askedAt = Date.now();
    const since = this.#kept?.at;
    const answer = await api(
      doorList,
      { params: { id: this.#conference }, query: { since } },
      within(since ? answerMs : listMs),
    );
    if (this.#closed) return;
    this.#refreshedAt = Date.now();
    const { conference, at, data, gone } = answer;
    const offset = Date.parse(at) - (askedAt + Date.now()) / 2;
    this.#kept = {
      conference: this.#conference,
      title: conference.title,
      startsAt: conference.startsAt,
      at,
      offset,
    };
    this.#list.put(data, gone);
    this.#show({ phase: 'ready' });
    if (data.length + gone.length > 0) {
      // Renders the list before storing it keeps the phone busy.
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
      // The earliest check-in counts; the next list brings those of other doors.
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

  /** The time by the server's clock, because a phone's may be wrong. */
  #now = () => new Date(Date.now() + (this.#kept?.offset ?? 0)).toISOString();

  /** Null once check-in is open. */
  #opensAt(): string | null {
    const opens = new Date(Date.parse(this.#kept?.startsAt ?? '') - limits.checkInHours * 3_600_000);
    return opens > new Date(this.#now()) ? opens.toISOString() : null;
  }

  #answer(answer: DoorAnswer): DoorAnswer {
    this.#answers += 1;
    this.#show({ answer: { ...answer, number: this.#answers } });
    return answer;
  }

  /** @returns the result; undefined for a code that is still held before the camera */
  async scanned(text: string): Promise<DoorAnswer | undefined> {
    const hash = await hashOf(text);
    const isSame = hash === this.#last.hash && Date.now() - this.#last.at < sameCodeMs;
    this.#last = { hash, at: Date.now() };
    if (isSame) return undefined;
    const answer = this.checkIn(this.#list.idOf(hash));
    if (answer.kind === 'unknown') void this.#checkAgain(text, hash);
    return answer;
  }

  /** Checks an unknown code again, as the person may have registered or lost the place since the list was loaded. */
  async #checkAgain(text: string, hash: string) {
    const { number } = this.#state.answer ?? {};
    this.#checkingAgain = true;
    await this.work();
    this.#checkingAgain = false;
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
    // A test before check-in opens records nothing.
    if (this.#opensAt() !== null) return this.#answer(this.#list.answerTo(id, at));
    const answer = this.#list.checkIn(id, at);
    if (answer.kind === 'in') this.#queue({ participationId: answer.person!.id, at, undo: false });
    return this.#answer(answer);
  }

  undo(id: string): DoorAnswer {
    const at = this.#now();
    const answer = this.#list.undo(id, at);
    // Lets the same code be scanned again at once.
    this.#last = { hash: '', at: 0 };
    this.#queue({ participationId: id, at, undo: true });
    return this.#answer(answer);
  }

  #queue(scan: Omit<Scan, 'key' | 'conference'>) {
    const whole = { ...scan, conference: this.#conference };
    // Sent once the device has stored it. If storing fails, it gets a key beyond those of the database.
    const entry: Scan = { ...whole, key: 0 };
    this.#scans = [...this.#scans, entry];
    const number = firstOwnKey + this.#answers;
    const stored = this.#store?.addScan(whole).catch((error: unknown) => console.error(error));
    void Promise.resolve(stored).then((scan) => {
      entry.key = scan?.key ?? number;
      void this.work();
    });
  }

  find = (text: string) => this.#list.find(text);
  inSince = (id: string) => this.#list.inSince(id);
}
