import type { DoorEntry } from '#shared/contracts/participations.ts';

/** What was done at this door, until the server has it. */
export interface Scan {
  /** Given by the device's database. */
  key: number;
  conference: string;
  participationId: string;
  at: string;
  undo: boolean;
}

/** Scans as the server is told of them. */
export const itemsOf = (scans: readonly Scan[]) =>
  scans.map(({ participationId, at, undo }) => ({ participationId, at, ...(undo ? { undo } : {}) }));

/** What the door says. */
export interface DoorAnswer {
  kind: 'in' | 'already' | 'waiting' | 'unknown' | 'undone';
  person: DoorEntry | null;
  /** Of `already`: since when. */
  since: string | null;
}

/** For comparing what is typed with names: without accents and case. Most names have no accents, and are many. */
const plain = (text: string) =>
  (/\P{ASCII}/u.test(text) ? text.normalize('NFD').replace(/\p{Mn}/gu, '') : text).toLowerCase();

/** So many are shown of what a search finds. */
const shownAtMost = 20;

/** The list of a conference on a device, as the server knows it, with what this door has yet to send on top. */
export class DoorList {
  readonly #entries = new Map<string, DoorEntry>();
  readonly #byCode = new Map<string, string>();
  readonly #searched = new Map<string, string>();
  /** Since when somebody is in by the scans of this door that the server does not have yet; null: not any more. */
  readonly #own = new Map<string, string | null>();

  /** Takes over what the server says of some. */
  put(entries: readonly DoorEntry[], gone: readonly string[] = []): void {
    for (const id of [...gone, ...entries.map(({ _id }) => _id)]) {
      const before = this.#entries.get(id);
      if (before?.code) this.#byCode.delete(before.code);
      this.#entries.delete(id);
      this.#searched.delete(id);
    }
    for (const entry of entries) {
      this.#entries.set(entry._id, entry);
      if (entry.code) this.#byCode.set(entry.code, entry._id);
      this.#searched.set(entry._id, plain(`${entry.name}\n${entry.memberNumber ?? ''}`));
    }
  }

  /** What waits to be sent, in the order in which it was done. */
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

  /** Since when somebody is in, as far as this door knows. */
  inSince(id: string): string | null {
    const own = this.#own.get(id);
    return own === undefined ? (this.#entries.get(id)?.checkedInAt ?? null) : own;
  }

  /** @param hash SHA-256 of what a QR code carries, in lower-case hex */
  idOf(hash: string): string | undefined {
    return this.#byCode.get(hash);
  }

  /** What the door says to somebody who wants to come in. */
  answerTo(id: string | undefined, at: string): DoorAnswer {
    const person = (id && this.#entries.get(id)) || null;
    if (!person) return { kind: 'unknown', person, since: null };
    const since = this.inSince(person._id);
    if (since !== null) return { kind: 'already', person, since };
    if (person.state !== 'registered') return { kind: 'waiting', person, since };
    return { kind: 'in', person, since: at };
  }

  /** The same; notes it when they may. */
  checkIn(id: string | undefined, at: string): DoorAnswer {
    const answer = this.answerTo(id, at);
    if (answer.kind === 'in') this.#note(answer.person!._id, at, false);
    return answer;
  }

  undo(id: string, at: string): DoorAnswer {
    this.#note(id, at, true);
    return { kind: 'undone', person: this.#entries.get(id) ?? null, since: null };
  }

  /** By a few letters of names, each word anywhere, or of the member number; in the list's order. */
  find(text: string): DoorEntry[] {
    const words = plain(text).split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const found: DoorEntry[] = [];
    for (const [id, searched] of this.#searched) {
      if (!words.every((word) => searched.includes(word))) continue;
      found.push(this.#entries.get(id)!);
      if (found.length === shownAtMost) break;
    }
    return found;
  }

  counts(): { registered: number; in: number } {
    let [registered, inside] = [0, 0];
    for (const { _id, state } of this.#entries.values()) {
      if (state !== 'registered') continue;
      registered += 1;
      if (this.inSince(_id) !== null) inside += 1;
    }
    return { registered, in: inside };
  }
}

/** SHA-256 in lower-case hex, as the list has the codes. */
export async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
