import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { innermostError } from '#server/platform/explain-failure.ts';
import { createLoop } from '#server/platform/loop.ts';
import type { ReplicaFigures } from './client.ts';
import { cut } from './with-client.ts';

/** How often a replica is checked, also while nobody reads. */
const everyMs = 1_000;
/** How long a read waits for a replica that lags behind, and how often it checks meanwhile. */
const waitAtMostMs = 50;
const againMs = 5;
/** A replica that does not report its position in this time counts as gone. */
const checkMs = 3_000;
/** After so many checks of a lagging replica the log says so; before, it is a burst of changes. */
const checksUntilLogged = 10;

/** The position up to which the primary's WAL is on disk, and which database's WAL that is. */
interface Position {
  lsn: string;
  line: string;
}

/** What reading needs of a pool; passed to drizzle as one. */
export interface Reading {
  query(query: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult>;
}

export interface Replica extends Reading {
  /** A connection that has applied everything that was committed when it was asked for. @throws when it cannot be used */
  connect(): Promise<pg.PoolClient>;
  figures(): ReplicaFigures;
  close(): Promise<void>;
}

class Behind extends Error {}

const notFollowing = () => Object.assign(new Error('it does not follow this primary'), { code: '57P03' });

// A promoted server goes its own way, and keeps its old position; so does one that still follows the
// previous primary. Cluster, timeline and database tell them apart.
const positionOfPrimary = `select lsn::text, concat_ws(' ', system_identifier,
    ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer, current_database()) as line
  from pg_control_system(), (select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end as lsn) as log`;
const positionOfReplica = `select pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::float8 as behind,
    case when pg_is_in_recovery() then concat_ws(' ', system_identifier, timeline_id, current_database()) end as line
  from pg_control_system(), pg_control_checkpoint()`;

/** Whether the replica or the way to it was lost, rather than one statement. */
function isGone(error: unknown): boolean {
  const { code = '' } = innermostError(error);
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|53|57P)/.test(code);
}

/**
 * Lets a streaming replica answer reads. Before each statement the primary is asked for its position on disk, and the
 * replica, on the same connection, whether it has applied that much: so it answers exactly what the primary would answer,
 * whichever process changed something. Anything that it cannot answer goes to the primary.
 */
export function createReplica(
  connectionString: string,
  primary: Pick<pg.Pool, 'query'>,
  { poolSize, log }: { poolSize: number; log: (line: string) => void },
): Replica {
  const settings = { connectionString, connectionTimeoutMillis: checkMs, keepAlive: true };
  const pool = new pg.Pool({ ...settings, max: poolSize, statement_timeout: 30_000 });
  const open = new Set<pg.PoolClient>();
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => open.delete(client));

  const answered = { replica: 0, primary: 0 };
  let usable = false;
  let behindBytes = 0;
  let watching: pg.Client | undefined;
  let checksBehind = 0;
  let output = '';
  let closed = false;

  /**
   * Null when nobody can tell: another server is just taking over, or the role may not ask.
   * @throws when the database cannot be reached
   */
  async function positionNow(): Promise<Position | null> {
    try {
      const { rows } = await primary.query<{ lsn: string | null; line: string }>(positionOfPrimary);
      const { lsn, line } = rows[0]!;
      return lsn === null ? null : { lsn, line };
    } catch (error) {
      if (isGone(error)) throw error;
      tell(
        `The read replica cannot be used: the database does not say how far it has come (${innermostError(error).code}).`,
      );
      return null;
    }
  }

  /** How many bytes of the primary's WAL it has still to apply. @throws when it is no replica of this primary */
  async function behind(client: pg.ClientBase, { lsn, line }: Position): Promise<number> {
    const query = { name: 'position', text: positionOfReplica, values: [lsn], query_timeout: checkMs };
    const { rows } = await client.query<{ behind: number | null; line: string | null }>(query);
    const row = rows[0]!;
    if (row.line !== line || row.behind === null) throw notFollowing();
    return Math.max(0, row.behind);
  }

  /** @returns how far it was behind at first. @throws Behind */
  async function waitUntilAt(client: pg.ClientBase, position: Position): Promise<number> {
    const first = await behind(client, position);
    let left = first;
    for (let waited = 0; left > 0; waited += againMs) {
      if (waited >= waitAtMostMs) {
        behindBytes = left;
        throw new Behind('it has not caught up with the primary');
      }
      await sleep(againMs);
      left = await behind(client, position);
    }
    return first;
  }

  async function answerThere(position: Position, query: pg.QueryConfig | string, values: unknown[] | undefined) {
    const client = await connectAt(position);
    let failure: unknown;
    try {
      return await client.query(query, values);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure !== undefined && isGone(failure));
    }
  }

  /** @throws Behind */
  async function connectAt(position: Position): Promise<pg.PoolClient> {
    const client = await pool.connect();
    try {
      await waitUntilAt(client, position);
      return client;
    } catch (error) {
      client.release(!(error instanceof Behind) && isGone(error));
      throw error;
    }
  }

  function tell(line: string): void {
    if (output !== line && !closed) log(line);
    output = line;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(settings);
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      cut(client);
      throw error;
    }
    return client;
  }

  /** Checks whether it can be used from now on; each process decides for itself. */
  async function look(): Promise<void> {
    // While the primary is away the required position is unknown.
    const position = await positionNow().catch(() => null);
    if (!position) return;
    try {
      watching ??= await connect();
      behindBytes = await waitUntilAt(watching, position);
      usable = true;
      checksBehind = 0;
      tell('The read replica is in use.');
    } catch (error) {
      usable = false;
      if (error instanceof Behind) {
        checksBehind += 1;
        if (checksBehind >= checksUntilLogged) tell('The read replica lags behind; the primary answers what it would.');
        return;
      }
      checksBehind = 0;
      if (watching) cut(watching);
      watching = undefined;
      // It may be halted: nobody must wait for its answer.
      for (const client of open) cut(client);
      const { message, code } = innermostError(error);
      tell(`The read replica cannot be used (${message || code}); the primary answers what it would.`);
    }
  }

  const loop = createLoop(
    async () => {
      await look();
      return everyMs;
    },
    { failed: () => everyMs },
  );
  loop.start();

  return {
    async query(query, values) {
      const position = usable ? await positionNow() : null;
      if (position) {
        try {
          const result = await answerThere(position, query, values);
          answered.replica += 1;
          return result;
        } catch (error) {
          // Not used again before the next check.
          if (error instanceof Behind || isGone(error)) usable = false;
        }
      }
      answered.primary += 1;
      return primary.query(query as pg.QueryConfig, values);
    },
    async connect() {
      const position = usable ? await positionNow() : null;
      if (!position) throw notFollowing();
      const client = await connectAt(position);
      answered.replica += 1;
      return client;
    },
    figures: () => ({ up: usable, behindBytes, answered: { ...answered } }),
    async close() {
      closed = true;
      if (watching) cut(watching);
      await loop.stop();
      if (watching) cut(watching);
      await pool.end();
    },
  };
}
