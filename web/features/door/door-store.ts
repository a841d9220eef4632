import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { DoorEntry } from '#shared/contracts/door.ts';
import { deviceDatabase } from '#web/lib/login/device-data.ts';
import type { Scan } from './door-list.ts';

/** The stored data of a conference, without its people. */
export interface KeptList {
  conference: string;
  title: string;
  startsAt: string;
  /** The time of the list by the server's clock. */
  at: string;
  /** How far the device's clock is behind the server's, in milliseconds. */
  offset: number;
}

/** A person who has changed, or left the list, since the whole list was stored. */
type Change = { conference: string; id: string } & (DoorEntry | { gone: true });

interface Tables extends DBSchema {
  owner: { key: 'owner'; value: string };
  lists: { key: string; value: KeptList };
  /** All people of a conference as one text, because storing five thousand records takes a phone seconds. */
  whole: { key: string; value: string };
  entries: { key: [string, string]; value: Change };
  scans: { key: number; value: Omit<Scan, 'key'> & { key?: number }; indexes: { conference: string } };
}

/** The door's list and unsent scans on the device, so that an offline reload loses nothing. */
export class DoorStore {
  readonly #database: IDBPDatabase<Tables>;

  private constructor(database: IDBPDatabase<Tables>) {
    this.#database = database;
  }

  /**
   * Opens one administrator's data, and removes another one's.
   * @param onGone called when a logout removes the data
   */
  static async open(owner: string, onGone: () => void): Promise<DoorStore> {
    const open = () =>
      openDB<Tables>(deviceDatabase, 3, {
        upgrade(database, before) {
          // Lists of an earlier version will be loaded again; unsent scans stay.
          for (const name of ['lists', 'entries', 'whole'] as const)
            if (database.objectStoreNames.contains(name)) database.deleteObjectStore(name);
          database.createObjectStore('whole');
          database.createObjectStore('lists', { keyPath: 'conference' });
          database.createObjectStore('entries', { keyPath: ['conference', 'id'] });
          if (before > 0) return;
          database.createObjectStore('owner');
          const scans = database.createObjectStore('scans', { keyPath: 'key', autoIncrement: true });
          scans.createIndex('conference', 'conference');
        },
        blocking(_from, _to, event) {
          (event.target as IDBDatabase).close();
          onGone();
        },
      });
    let database = await open();
    const before = await database.get('owner', 'owner');
    if (before !== undefined && before !== owner) {
      database.close();
      await deleteDB(deviceDatabase);
      database = await open();
    }
    await database.put('owner', owner, 'owner');
    return new DoorStore(database);
  }

  async list(conference: string): Promise<{ kept: KeptList; entries: DoorEntry[] } | undefined> {
    const work = this.#database.transaction(['lists', 'whole', 'entries']);
    const [list, whole, changes] = await Promise.all([
      work.objectStore('lists').get(conference),
      work.objectStore('whole').get(conference),
      work.objectStore('entries').getAll(IDBKeyRange.bound([conference], [conference, []])),
    ]);
    if (!list || whole === undefined) return undefined;
    const changed = new Map(changes.map((change) => [change.id, change]));
    const entries = (JSON.parse(whole) as DoorEntry[]).filter(({ id }) => !changed.has(id));
    for (const change of changes) if (!('gone' in change)) entries.push(change);
    return { kept: list, entries };
  }

  /** @param whole replaces all stored entries */
  async keep(list: KeptList, entries: readonly DoorEntry[], gone: readonly string[], whole: boolean): Promise<void> {
    const { conference } = list;
    const work = this.#database.transaction(['lists', 'whole', 'entries'], 'readwrite');
    const people = work.objectStore('entries');
    if (whole) {
      void people.delete(IDBKeyRange.bound([conference], [conference, []]));
      void work.objectStore('whole').put(JSON.stringify(entries), conference);
    } else {
      for (const id of gone) void people.put({ conference, id, gone: true });
      for (const entry of entries) void people.put({ ...entry, conference });
    }
    void work.objectStore('lists').put(list);
    await work.done;
  }

  async scans(conference: string): Promise<Scan[]> {
    return (await this.#database.getAllFromIndex('scans', 'conference', conference)) as Scan[];
  }

  async addScan(scan: Omit<Scan, 'key'>): Promise<Scan> {
    return { ...scan, key: await this.#database.add('scans', scan) };
  }

  /** Removes scans that the server has received, and stores the changed entries in the same transaction. */
  async settle(conference: string, scans: readonly Scan[], changed: readonly DoorEntry[]): Promise<void> {
    const work = this.#database.transaction(['scans', 'entries'], 'readwrite');
    for (const { key } of scans) void work.objectStore('scans').delete(key);
    for (const entry of changed) void work.objectStore('entries').put({ ...entry, conference });
    await work.done;
  }

  close(): void {
    this.#database.close();
  }
}
