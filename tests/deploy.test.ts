import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { environment } from '#server/config.ts';

const read = (name: string) => readFileSync(join('deploy', name), 'utf8');
const units = ['association.service', 'association-backup.service', 'association-backup.timer'];
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd accepts the units', () => {
  const root = mkdtempSync(join(tmpdir(), 'association-units-'));
  try {
    // It looks for the program as well, and here it lies elsewhere.
    const program = join(root, 'node');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    const folder = join(root, 'units');
    mkdirSync(folder);
    for (const name of units) {
      writeFileSync(join(folder, name), read(name).replaceAll('/opt/association/node_modules/.bin/node', program));
    }
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((name) => join(folder, name))], {
      encoding: 'utf8',
    });
    const ours = stderr.split('\n').filter((line) => line.includes('association'));
    expect([status, ours]).toEqual([0, []]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('the units name programs and variables that there are', () => {
  for (const name of units.filter((each) => each.endsWith('.service'))) {
    const unit = read(name);
    const program = /^ExecStart=\/opt\/association\/node_modules\/\.bin\/node (\S+)/m.exec(unit)?.[1];
    expect(readFileSync(program!, 'utf8').length).toBeGreaterThan(0);
    const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs]) => pairs!.split(' '));
    for (const pair of set) expect(Object.keys(environment.shape)).toContain(pair.split('=')[0]);
  }
});

// As much of the Compose Specification as the file uses, closed: a misspelt key is none that Docker knows.
const service = z.strictObject({
  image: z.string().optional(),
  build: z.string().optional(),
  init: z.boolean().optional(),
  restart: z.literal('unless-stopped'),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  shm_size: z.string().optional(),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).optional(),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  healthcheck: z.strictObject({ test: z.array(z.string()), interval: z.string(), retries: z.number() }).optional(),
  networks: z.array(z.string()),
  secrets: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
});
const compose = z.strictObject({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean() }).nullable()),
  volumes: z.record(z.string(), z.null()),
});

test('the compose file is whole: what it names is there, and only the proxy can be reached from outside', () => {
  const { services, networks, volumes, secrets } = compose.parse(parse(read('compose.yaml')));
  for (const [name, each] of Object.entries(services)) {
    for (const other of Object.keys(each.depends_on ?? {})) expect(services).toHaveProperty(other);
    for (const secret of each.secrets ?? []) expect(secrets).toHaveProperty(secret);
    for (const network of each.networks) expect(networks).toHaveProperty(network);
    for (const [source = ''] of each.volumes.map((volume) => volume.split(':'))) {
      if (source.startsWith('./')) expect(read(source).length).toBeGreaterThan(0);
      else if (!source.startsWith('$')) expect(volumes).toHaveProperty(source);
    }
    if (name !== 'proxy') expect(each.ports).toBeUndefined();
  }
  for (const name of Object.keys(services.site!.environment)) expect(Object.keys(environment.shape)).toContain(name);
  expect(services.database!.networks.every((name) => networks[name]?.internal)).toBe(true);
  // The site is asked for its health by its image.
  expect(readFileSync('Dockerfile', 'utf8')).toContain('HEALTHCHECK');
});

test('the script that makes the roles is one that a shell reads', () => {
  expect(execFileSync('sh', ['-n', 'deploy/make-roles.sh']).length).toBe(0);
});
