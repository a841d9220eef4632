import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { notify } from '#server/platform/database/client.ts';
import { freePort } from '#tests/free-port.ts';
import { type Figures, line, measure } from './measure.ts';
import { startBenchSite } from './site.ts';

export const title = 'Rendered pages against a static file of the same bytes from nginx';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const callers = 16;
/** More than the server caches, so that requests for them in turn are never answered from the cache. */
const articles = 400;

/**
 * Connections that request compressed pages, like browsers. Little more than a socket each, so that the server is measured and
 * not the client.
 */
async function openConnections(url: string, count: number) {
  const { hostname, port } = new URL(url);
  const connections = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      await once(socket, 'connect');
      let settle: ((error?: Error) => void) | undefined;
      let missing = -1;
      socket.on('data', (chunk: Buffer) => {
        let bytes = chunk.length;
        if (missing < 0) {
          // The headers are short, so they are in the first chunk.
          const end = chunk.indexOf('\r\n\r\n');
          const head = chunk.toString('latin1', 0, end);
          const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
          if (!head.startsWith('HTTP/1.1 200') || !/\r\ncontent-encoding: br/i.test(head) || !length) {
            settle?.(new Error(`An unexpected answer:\n${head}`));
            return;
          }
          missing = Number(length);
          bytes -= end + 4;
        }
        missing -= bytes;
        if (missing === 0) {
          missing = -1;
          settle?.();
        }
      });
      socket.on('error', (error) => settle?.(error));
      socket.on('close', () => settle?.(new Error('The server has closed the connection.')));
      return {
        socket,
        get: (path: string) =>
          new Promise<void>((resolve, reject) => {
            settle = (error) => (error ? reject(error) : resolve());
            socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n`);
          }),
      };
    }),
  );
  return {
    get: (caller: number, path: string) => connections[caller]!.get(path),
    close() {
      for (const { socket } of connections) socket.destroy();
    },
  };
}

async function rate(url: string, pathOf: (index: number) => string): Promise<Figures> {
  const connections = await openConnections(url, callers);
  try {
    await measure(callers, Math.min(2, seconds), (index, caller) => connections.get(caller, pathOf(index)));
    return await measure(callers, seconds, (index, caller) => connections.get(caller, pathOf(index)));
  } finally {
    connections.close();
  }
}

/** A single nginx process, like the server; serves these bytes under every address. Undefined without nginx. */
async function startNginx(page: Buffer): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (spawnSync('nginx', ['-v']).status !== 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'association-nginx-'));
  const port = await freePort();
  await writeFile(join(folder, 'page'), page);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; open_file_cache max=10;
      ${temporary.join(' ')}
      server {
        listen 127.0.0.1:${port};
        location / { root ${folder}; try_files /page =404; default_type "text/html"; add_header content-encoding br; }
      }
    }`;
  await writeFile(join(folder, 'nginx.conf'), configuration);
  const child: ChildProcess = spawn('nginx', ['-e', join(folder, 'errors'), '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 10_000;
  while (!(await fetch(url, { method: 'HEAD' }).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('nginx did not start.');
    await sleep(50);
  }
  return {
    url,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function run(): Promise<void> {
  const site = await startBenchSite(10);
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  try {
    const { rows } = await site.database.execute<{ id: string }>(sql`
      insert into news (title, location, description, picture, created_at)
      select title || ' ' || number, location, description, picture, created_at - number * interval '1 hour'
      from (select * from news limit 1) as sample, generate_series(1, ${articles}) as number returning id`);
    await notify(site.database, 'content');
    const paths = rows.map(({ id }) => `/news?id=${id}`);
    const one = paths[0]!;
    const answer = await fetch(site.url + one, { headers: { 'accept-encoding': 'br' } });
    const html = await answer.text();
    const bytes = Number(answer.headers.get('content-length'));
    console.log(`  a news page: ${html.length} characters, ${bytes} bytes compressed; ${callers} callers`);
    nginx = await startNginx(Buffer.alloc(bytes, 120));

    const uncached = await rate(site.url, (index) => paths[index % paths.length]!);
    const cached = await rate(site.url, () => one);
    const home = await rate(site.url, () => '/');
    console.log(line('news page, rendered for every request', uncached));
    console.log(line('news page, kept', cached));
    console.log(line('home page, kept', home));
    if (!nginx) {
      console.log('  nginx is not installed: no comparison (on Debian: apt-get install nginx-light)');
      return;
    }
    const file = await rate(nginx.url, () => '/page');
    console.log(line('static file from nginx, one process', file));
    const ratio = ({ requestsPerSecond }: Figures) => (requestsPerSecond / file.requestsPerSecond).toFixed(3);
    console.log(`  ratio to nginx: rendered ${ratio(uncached)}, kept ${ratio(cached)}, home page kept ${ratio(home)}`);
  } finally {
    await nginx?.stop();
    await site.stop();
  }
}
