import pg from 'pg';

const everyMs = 1_000;
/** After so many rounds without an answer the database counts as frozen rather than busy. */
const maxMissed = 6;
/** Timeout of a probe's own connection, in milliseconds. */
const answerMs = 5_000;

/** The connection for heartbeats; undefined while there is none. */
export interface Watched {
  client(): pg.Client | undefined;
  /** Runs a statement on it, after those that it was given before. */
  ask(client: pg.Client, statement: string): Promise<unknown>;
  /** Whether anybody waits for the database. */
  isAwaited(): boolean;
}

/** Destroys a connection that does not even answer a request to end it. */
export const cut = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

const frozenError = () => Object.assign(new Error('the database does not answer'), { code: '57P03' });

/**
 * Detects a database that accepts statements without answering: its machine is halted, or the network drops all packets. The
 * statement timeout is enforced by the database itself, so it does not help then; and a timeout here would end long statements that
 * are fine. While frozen, everything fails at once as with a lost connection, and only one probe at a time connects.
 */
export function createHeartbeat(settings: pg.ClientConfig, log: (line: string) => void) {
  const open = new Set<pg.Client>();
  let frozen = false;
  let unanswered = 0;
  /** Rounds in which somebody waited and there was no connection to ask. */
  let unasked = 0;
  let asked: pg.Client | undefined;
  /** The connection whose answer was missed. It may hold a lock of this process, so it is kept as long as it may recover. */
  let missed: pg.Client | undefined;
  let probing = false;
  let timer: NodeJS.Timeout | undefined;

  /** The client class for the pool. */
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      open.add(this);
      this.once('end', () => open.delete(this));
    }
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (!frozen) return (callback ? super.connect(callback) : super.connect()) as Promise<pg.Client> | undefined;
      open.delete(this);
      if (!callback) return Promise.reject(frozenError());
      process.nextTick(callback, frozenError());
      return undefined;
    }
  }

  function ask(client: pg.Client, query: Watched['ask']): void {
    asked = client;
    unanswered = 0;
    const answered = () => {
      if (asked === client) asked = undefined;
    };
    query(client, 'select 1').then(answered, answered);
  }

  function freeze(): void {
    frozen = true;
    missed = asked;
    log('The database takes statements and answers none; nobody is kept waiting for it.');
    for (const client of open) cut(client);
  }

  /** Probes on a new connection whether the database answers again, or no longer answers. */
  async function probe(): Promise<void> {
    probing = true;
    const began = performance.now();
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      if (frozen) log('The database answers again.');
      frozen = false;
      unanswered = 0;
    } catch {
      // A refused connection fails by itself. The next round tries again.
      if (!frozen && performance.now() - began >= answerMs) freeze();
    } finally {
      probing = false;
      cut(client);
    }
  }

  function beat({ client, ask: query, isAwaited }: Watched): void {
    if (frozen) {
      if (!probing) void probe();
      return;
    }
    if (!asked) {
      const watched = client();
      if (watched && isAwaited()) ask(watched, query);
      // It was lost, and reconnecting may hang.
      unasked = watched || !isAwaited() ? 0 : unasked + 1;
      if (unasked > 1 && !probing) void probe();
      return;
    }
    unanswered += 1;
    if (unanswered < maxMissed) return;
    if (asked === missed) {
      // Other connections are answered again, but not this one: the other end has forgotten it.
      cut(asked);
      asked = undefined;
    } else freeze();
  }

  return {
    Client,
    start(watched: Watched): void {
      // Counts rounds rather than time: while this process itself is stopped there are none.
      timer ??= setInterval(beat, everyMs, watched).unref();
    },
    stop(): void {
      clearInterval(timer);
    },
  };
}
