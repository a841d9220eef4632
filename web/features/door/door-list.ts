import type { DoorEntry } from '#shared/contracts/door.ts';

/** A check-in at this door, or its undo, until the server has it. */
export interface Scan {
  /** Assigned by the device's database. */
  key: number;
  conference: string;
  participationId: string;
  at: string;
  undo: boolean;
}

/** The scans as sent to the server. */
export const itemsOf = (scans: readonly Scan[]) =>
  scans.map(({ participationId, at, undo }) => ({ participationId, at, ...(undo ? { undo } : {}) }));

/** The result of a scan. */
export interface DoorAnswer {
  kind: 'in' | 'already' | 'waiting' | 'unknown' | 'undone';
  person: DoorEntry | null;
  /** For `already`: the time of the first check-in. */
  since: string | null;
}

/** Normalizes text for the search: no accents, lower case. The regular expression skips the slow part for most names. */
const plain = (text: string) =>
  (/\P{ASCII}/u.test(text) ? text.normalize('NFD').replace(/[\p{Mn}\p{DI}]/gu, '') : text).toLowerCase();

const codesOf = ({ code, otherCodes = [] }: DoorEntry) => (code ? [code, ...otherCodes] : []);

/** The maximum number of search results. */
const shownAtMost = 20;

/** A conference's participants on the device: the server's state with this door's unsent scans on top. */
export class DoorList {
  readonly #entries = new Map<string, DoorEntry>();
  readonly #byCode = new Map<string, string>();
  readonly #searched = new Map<string, string>();
  /** The check-in times by this door's unsent scans; null after an undo. */
  readonly #own = new Map<string, string | null>();

  /** Takes over entries from the server. */
  put(entries: readonly DoorEntry[], gone: readonly string[] = []): void {
    for (const id of [...gone, ...entries.map(({ id }) => id)]) {
      const before = this.#entries.get(id);
      for (const code of before ? codesOf(before) : []) this.#byCode.delete(code);
      this.#entries.delete(id);
      this.#searched.delete(id);
    }
    for (const entry of entries) {
      this.#entries.set(entry.id, entry);
      for (const code of codesOf(entry)) this.#byCode.set(code, entry.id);
      this.#searched.set(entry.id, plain(`${entry.name}\n${entry.memberNumber ?? ''}`));
    }
  }

  /** @param scans the unsent ones, in their order */
  setOwn(scans: readonly Scan[]): void {
    this.#own.clear();
    for (const { participationId, at, undo } of scans) this.#note(participationId, at, undo);
  }

  #note(id: string, at: string, undo: boolean): void {
    if (undo) this.#own.set(id, null);
    else if (!this.inSince(id)) this.#own.set(id, at);
  }

  get(id: string): DoorEntry | undefined {
    return this.#entries.get(id);
  }

  /** The check-in time, as far as this door knows; null if not checked in. */
  inSince(id: string): string | null {
    const ownScan = this.#own.get(id);
    return ownScan === undefined ? (this.#entries.get(id)?.checkedInAt ?? null) : ownScan;
  }

  /** @param hash SHA-256 of a QR code's content, in lower-case hex */
  idOf(hash: string): string | undefined {
    return this.#byCode.get(hash);
  }

  /** The result that a check-in would have. */
  answerTo(id: string | undefined, at: string): DoorAnswer {
    const person = (id && this.#entries.get(id)) || null;
    if (!person) return { kind: 'unknown', person, since: null };
    const since = this.inSince(person.id);
    if (since !== null) return { kind: 'already', person, since };
    if (person.state !== 'registered') return { kind: 'waiting', person, since };
    return { kind: 'in', person, since: at };
  }

  /** The same; also records the check-in if it is allowed. */
  checkIn(id: string | undefined, at: string): DoorAnswer {
    const answer = this.answerTo(id, at);
    if (answer.kind === 'in') this.#note(answer.person!.id, at, false);
    return answer;
  }

  undo(id: string, at: string): DoorAnswer {
    this.#note(id, at, true);
    return { kind: 'undone', person: this.#entries.get(id) ?? null, since: null };
  }

  /** Finds people by parts of the name or the member number; each word may be anywhere. In the list's order. */
  find(text: string): DoorEntry[] {
    const words = plain(text).split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const entries: DoorEntry[] = [];
    for (const [id, searched] of this.#searched) {
      if (!words.every((word) => searched.includes(word))) continue;
      entries.push(this.#entries.get(id)!);
      if (entries.length === shownAtMost) break;
    }
    return entries;
  }

  counts(): { registered: number; in: number } {
    let [registered, inside] = [0, 0];
    for (const { id, state } of this.#entries.values()) {
      if (state !== 'registered') continue;
      registered += 1;
      if (this.inSince(id) !== null) inside += 1;
    }
    return { registered, in: inside };
  }
}

/** SHA-256 in lower-case hex, as the list stores codes. */
export async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
