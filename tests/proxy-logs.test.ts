import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#tests/free-port.ts';
import { findProgram } from '#tests/programs.ts';
import { eventually } from '#tests/wait.ts';

// What the proxies of README and deploy/ write of papers and ballots, also while no server answers behind them.

const nginx = findProgram(['nginx'], ['-v']);
const caddy = findProgram(['caddy'], ['version']);
const isOld = /^v?2\.[0-7]\./.test(caddy ? execFileSync(caddy, ['version'], { encoding: 'utf8' }) : '');
const folder = mkdtempSync(join(tmpdir(), 'association-proxy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paths = ['/api/Votes/paper/1', '/api/Votes/cast/1', '/api/votes/CAST/1', '/api/News/getNews'];

/** Calls through the proxy with a server and without. @returns all that the proxy wrote */
async function written(start: (port: number, upstream: number) => ChildProcess, log: string): Promise<string> {
  const upstream = createServer((_request, response) => void response.end('{}'));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port: behind } = upstream.address() as AddressInfo;
  const port = await freePort();
  const proxy = start(port, behind);
  let output = '';
  for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', (part: Buffer) => (output += part.toString()));
  const ended = once(proxy, 'exit');
  const call = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { 'x-secret': 'person' } }).then(
      ({ status }) => status,
      () => 0,
    );
  try {
    await eventually(async () => (await call('/api/News/first')) === 200, 'the proxy answers', 20_000);
    for (const path of paths) expect(await call(path)).toBe(200);
    upstream.close();
    upstream.closeAllConnections();
    for (const path of paths) expect(await call(path)).toBeGreaterThanOrEqual(500);
  } finally {
    proxy.kill('SIGTERM');
    await ended;
    upstream.close();
  }
  return output + readFileSync(log, 'utf8');
}

test.runIf(nginx)('nginx as in the README writes nothing of papers and ballots', async () => {
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
  const log = join(folder, 'nginx.log');
  const text = await written((port, upstream) => {
    const config = block
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace('/var/log/nginx/access.log', log)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`);
    const path = join(folder, 'nginx.conf');
    writeFileSync(
      path,
      `daemon off; pid ${folder}/nginx.pid; error_log ${log}; events {} http { ${temporary} ${config} }`,
    );
    return spawn(nginx!, ['-c', path, '-e', log]);
  }, log);
  expect(text).toContain('/api/News/getNews');
  expect(text).toContain('Connection refused');
  expect(text.toLowerCase()).not.toMatch(/votes/);
});

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `${name}_temp_path ${folder}/${name};`)
  .join(' ');

test.runIf(caddy)('Caddy as in deploy/ writes no address and no path of papers and ballots', async () => {
  const log = join(folder, 'caddy.log');
  writeFileSync(log, '');
  const text = await written((port, upstream) => {
    const path = join(folder, 'Caddyfile');
    const config = readFileSync('deploy/Caddyfile', 'utf8')
      .replace('{$SITE_HOST}', `http://127.0.0.1:${port}`)
      .replace('site:3000', `127.0.0.1:${upstream}`)
      // Its name before 2.8.
      .replace('log_skip', isOld ? 'skip_log' : 'log_skip')
      // As an operator may, with an access log.
      .replace('reverse_proxy', 'log\n\treverse_proxy');
    writeFileSync(path, config);
    return spawn(caddy!, ['run', '--config', path, '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
    });
  }, log);
  expect(text).toContain('/api/News/getNews');
  expect(text).toContain('connection refused');
  expect(text.toLowerCase()).not.toMatch(/votes/);
});
