import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** Whether the current code may only read: it answers a GET. */
const reading = new AsyncLocalStorage<boolean>();

/** Runs `work`, and all that it starts, on connections that refuse to write. */
export const onlyReading = <T>(work: () => T): T => reading.run(true, work);

/** Errors of work that may write. */
const thrownByWriting = new WeakSet<object>();

/** Runs `work` with the right to write within a call that only reads: for a log line, for example. */
export function mayWrite<T>(work: () => T | Promise<T>): Promise<T> {
  return reading.run(false, async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Error) thrownByWriting.add(error);
      throw error;
    }
  });
}

const isReading = (): boolean => reading.getStore() === true;

/** Whether `error`, a refused write, was caused by a call that should only read, rather than by a read-only database. */
export const isWriteOfReading = (error: unknown): boolean =>
  isReading() && !(error instanceof Error && thrownByWriting.has(error));

type Connected = (error: Error | undefined, client?: pg.PoolClient, done?: (release?: unknown) => void) => void;

/** A pool whose connections refuse to write while read-only work uses them; the setting is only sent when it changes. */
export class ReadingPool extends pg.Pool {
  readonly #refusing = new WeakSet<pg.PoolClient>();

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const isToRefuse = isReading();
    if (!callback) return super.connect().then((client) => this.#lend(client, isToRefuse));
    super.connect((error: Error | undefined, client: pg.PoolClient | undefined, done?: (release?: unknown) => void) => {
      if (!client || this.#isSet(client, isToRefuse)) return callback(error, client, done);
      this.#lend(client, isToRefuse).then(
        () => callback(undefined, client, done),
        (failure: Error) => callback(failure),
      );
    });
    return undefined;
  }

  #isSet(client: pg.PoolClient, isToRefuse: boolean): boolean {
    return this.#refusing.has(client) === isToRefuse;
  }

  /** Changes the setting where it has to be, before the client is used: a connection takes one statement at a time. */
  async #lend(client: pg.PoolClient, isToRefuse: boolean): Promise<pg.PoolClient> {
    if (this.#isSet(client, isToRefuse)) return client;
    try {
      await client.query(`set default_transaction_read_only = ${isToRefuse ? 'on' : 'off'}`);
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
    if (isToRefuse) this.#refusing.add(client);
    else this.#refusing.delete(client);
    return client;
  }
}
