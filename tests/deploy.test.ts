import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environment } from '#server/config.ts';
import { freePort } from '#tests/free-port.ts';
import { findProgram } from '#tests/programs.ts';

const read = (name: string) => readFileSync(join('deploy', name), 'utf8');
const units = ['association.service', 'association-backup.service', 'association-backup.timer'];

const schemaIn = (name: string) => JSON.parse(readFileSync(`tests/schemas/${name}.json`, 'utf8'));
const kubernetesSchema = schemaIn('kubernetes') as {
  definitions: Record<string, { properties?: Record<string, { enum?: string[] }> }>;
};
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const schemas = { compose: ajv.compile(schemaIn('compose')) };

/** The errors that a schema finds. */
function wrong(validate: ReturnType<typeof ajv.compile>, document: unknown): string[] {
  validate(document);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd accepts the units', () => {
  const root = mkdtempSync(join(tmpdir(), 'association-units-'));
  try {
    // systemd also checks that the program exists, which is elsewhere here.
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

test('the units use existing programs and variables', () => {
  for (const name of units.filter((each) => each.endsWith('.service'))) {
    const unit = read(name);
    const command = /^ExecStart=\/opt\/association\/node_modules\/\.bin\/node (?:--import (\S+) )?(\S+)/m.exec(unit);
    const [, hooks = [], program = ''] = command ?? [];
    for (const path of [hooks, program].flat()) expect(readFileSync(path, 'utf8').length).toBeGreaterThan(0);
    const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs]) => pairs!.split(' '));
    for (const pair of set) expect(Object.keys(environment.shape)).toContain(pair.split('=')[0]);
  }
});

interface Compose {
  services: Record<
    string,
    {
      depends_on?: Record<string, unknown>;
      environment: Record<string, string>;
      networks: string[];
      ports?: string[];
      secrets?: string[];
      volumes: string[];
    }
  >;
  networks: Record<string, { internal: boolean } | null>;
  secrets: Record<string, unknown>;
  volumes: Record<string, unknown>;
}

test.each(['deploy/compose.yaml'])('%s conforms to the Compose Specification', (path) => {
  expect(wrong(schemas.compose, parse(readFileSync(path, 'utf8')))).toEqual([]);
});

test('the compose file uses only what it defines, and only the proxy is reachable from outside', () => {
  const { services, networks, volumes, secrets } = parse(read('compose.yaml')) as Compose;
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
  // The site's health check is in its image.
  expect(readFileSync('Dockerfile', 'utf8')).toContain('HEALTHCHECK');
});

test('the script that creates the roles is valid for a shell', () => {
  expect(execFileSync('sh', ['-n', 'deploy/make-roles.sh']).length).toBe(0);
});

/** The configurations of a reverse proxy: those of `deploy/`, and every block of the documents that hands requests on. */
function proxies(language: 'caddyfile' | 'nginx', directive: string): [name: string, text: string][] {
  const blocks = ['README.md', 'docs/operations.md'].flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, tag, text = '']) => ({
      document,
      tag,
      text,
    })),
  );
  // Otherwise the program would never read it.
  expect(blocks.filter(({ tag, text }) => text.includes(directive) && tag !== language)).toEqual([]);
  return blocks.filter(({ tag }) => tag === language).map(({ document, text }) => [document, text]);
}

/** Runs a program on one file in a folder of its own. @returns its exit code and what it says */
function reads(program: string, args: string[], text: string): [status: number | null, said: string] {
  const folder = mkdtempSync(join(tmpdir(), 'association-proxy-'));
  try {
    writeFileSync(join(folder, 'config'), text.replaceAll('/var/log/nginx', folder));
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, SITE_HOST: 'www.example.org' };
    const { status, stderr } = spawnSync(program, [...args, 'config'], { cwd: folder, env, encoding: 'utf8' });
    return [status, stderr];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const caddy = findProgram(['caddy'], ['version']);

test.runIf(caddy)('Caddy accepts every configuration for it', () => {
  // Until version 2.8 the directive had another name.
  const [, minor = '0'] = /^v?2\.(\d+)/.exec(execFileSync(caddy!, ['version'], { encoding: 'utf8' })) ?? [];
  const all = [...proxies('caddyfile', 'reverse_proxy'), ['deploy/Caddyfile', read('Caddyfile')] as const];
  for (const [name, text] of all) {
    const [status, value] = reads(
      caddy!,
      ['validate', '--adapter', 'caddyfile', '--config'],
      Number(minor) < 8 ? text.replaceAll('log_skip', 'skip_log') : text,
    );
    expect([name, status, status === 0 ? '' : value]).toEqual([name, 0, '']);
  }
});

const nginx = findProgram(['nginx'], ['-v']);

test.runIf(nginx)('nginx accepts every configuration for it', async () => {
  const all = proxies('nginx', 'proxy_pass');
  expect(all.length).toBeGreaterThan(0);
  for (const [name, text] of all) {
    const http = text
      // With a variable in it the certificate is read only when somebody connects.
      .replace(/^ *# ssl_certificate.*$/m, 'ssl_certificate $host.crt; ssl_certificate_key $host.key;')
      .replaceAll('listen 443', `listen ${await freePort()}`);
    const [status, value] = reads(
      nginx!,
      ['-t', '-e', 'stderr', '-p', '.', '-g', 'pid nginx.pid;', '-c'],
      `error_log stderr;\nevents {}\nhttp {\n${http}\n}\n`,
    );
    expect([name, status, status === 0 ? '' : value]).toEqual([name, 0, '']);
  }
});

// Checks of Kubernetes' manifests beyond their schema: that they fit each other and the program.

interface Container {
  name: string;
  command?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  resources: { requests: object; limits: object };
  volumeMounts: { name: string }[];
  [probe: string]: unknown;
}
interface Pod {
  metadata: { labels: Labels };
  spec: {
    containers: Container[];
    initContainers?: Container[];
    securityContext: object;
    topologySpreadConstraints?: { labelSelector: { matchLabels: Labels } }[];
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
  };
}
type Labels = Record<string, string>;
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: Values;
}
// biome-ignore lint/suspicious/noExplicitAny: the schema has just validated the shape
type Values = any;

const base = 'deploy/kubernetes';
const isKustomization = ({ kind }: Manifest) => kind === 'Kustomization' || kind === 'Component';
const manifestsOf = (text: string) =>
  parseAllDocuments(text).map((each) => each.toJS({ maxAliasCount: -1 }) as Manifest);
const files = globSync(`${base}/**/*.yaml`).sort();

/** The errors of a manifest by the schema of its kind. */
function faultsOf(manifest: Manifest): string[] {
  const name = Object.entries(kubernetesSchema.definitions).find(
    ([, { properties }]) =>
      properties?.kind?.enum?.[0] === manifest.kind && properties?.apiVersion?.enum?.[0] === manifest.apiVersion,
  )?.[0];
  if (!name) return [`no schema of ${manifest.apiVersion} ${manifest.kind}`];
  const ref = { ...kubernetesSchema, oneOf: undefined, $ref: `#/definitions/${name}` };
  return wrong(ajv.compile(JSON.parse(JSON.stringify(ref))), manifest);
}

function expectToFit(manifests: Manifest[], configMaps: Record<string, string[]>): void {
  const named = (kind: string) => manifests.filter((each) => each.kind === kind);
  const pods: Pod[] = [
    ...named('Deployment').map(({ spec }) => spec.template),
    ...named('CronJob').map(({ spec }) => spec.jobTemplate.spec.template),
  ];
  const selected = (labels: Labels) => {
    const matches = pods.filter(({ metadata }) =>
      Object.entries(labels).every(([name, value]) => metadata.labels[name] === value),
    );
    expect(matches, JSON.stringify(labels)).toHaveLength(1);
    return matches[0]!.spec.containers.flatMap(({ ports = [] }) => ports);
  };
  const variables = Object.keys(environment.shape);
  const documented = /^## On Kubernetes$[\s\S]+?(?=^## )/m.exec(readFileSync('docs/operations.md', 'utf8'))?.[0] ?? '';
  const { PORT } = environment.parse({});

  for (const { spec } of pods) {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
    for (const { persistentVolumeClaim: claim } of spec.volumes) {
      if (claim) expect(named('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toContain(claim.claimName);
    }
    for (const { labelSelector } of spec.topologySpreadConstraints ?? []) selected(labelSelector.matchLabels);
    for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
      const { command = [], env = [], envFrom = [], ports = [], volumeMounts } = container;
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({
        requests: { memory: expect.any(String) },
        limits: { memory: '1Gi' },
      });
      const script = command[1];
      if (script) expect(readFileSync(script, 'utf8').length).toBeGreaterThan(0);
      const rows = env.map(({ name }) => name);
      for (const { configMapRef } of envFrom)
        rows.push(...(configMaps[configMapRef.name] ?? [`${configMapRef.name}?`]));
      expect(variables).toEqual(expect.arrayContaining(rows));
      expect(new Set(rows).size).toBe(rows.length);
      for (const { name, valueFrom } of env) {
        if (!valueFrom) continue;
        expect(valueFrom.secretKeyRef).toMatchObject({ name: 'site', key: name });
        expect(documented.includes(`\`${name}\``), name).toBe(true);
      }
      expect(spec.volumes.map(({ name }) => name)).toEqual(
        expect.arrayContaining(volumeMounts.map(({ name }) => name)),
      );
      for (const { containerPort } of ports) expect(containerPort).toBe(PORT);
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        const { httpGet } = (container[probe] ?? {}) as { httpGet?: { path: string; port: string } };
        if (container.name === 'site') expect(httpGet, probe).toBeDefined();
        if (!httpGet) continue;
        expect(ports.map(({ name }) => name)).toContain(httpGet.port);
        expect(readFileSync('server/features/monitoring/feature.ts', 'utf8')).toContain(`app.get('${httpGet.path}'`);
      }
    }
  }
  const expectPort = (port: string | number, labels: Labels) =>
    expect(selected(labels).flatMap(({ name, containerPort }) => [name, containerPort])).toContain(port);
  for (const { spec } of named('Deployment')) {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  }
  for (const { spec } of named('PodDisruptionBudget')) selected(spec.selector.matchLabels);
  for (const { spec } of named('Service')) {
    for (const { targetPort } of spec.ports) expectPort(targetPort, spec.selector);
  }
  for (const { spec } of named('NetworkPolicy')) {
    for (const { ports } of spec.ingress) for (const { port } of ports) expectPort(port, spec.podSelector.matchLabels);
  }
  for (const { spec } of named('Ingress')) {
    for (const { service } of spec.rules.flatMap((rule: Values) =>
      rule.http.paths.map((each: Values) => each.backend),
    )) {
      const ports = named('Service').find(({ metadata }) => metadata.name === service.name)?.spec.ports;
      expect(ports?.map(({ name }: { name: string }) => name)).toContain(service.port.name);
    }
  }
}

test('every manifest of Kubernetes is valid, and they fit each other and the program', () => {
  const all = files.flatMap((file) => manifestsOf(readFileSync(file, 'utf8')));
  const manifests = all.filter((each) => !isKustomization(each));
  expect(manifests.length).toBeGreaterThan(8);
  for (const manifest of manifests)
    expect(faultsOf(manifest), `${manifest.kind} ${manifest.metadata.name}`).toEqual([]);
  const names = readFileSync(`${base}/base/site.env`, 'utf8').match(/^\w+(?==)/gm);
  expectToFit(manifests, { site: [...names!] });
});

test('every folder lists all of its manifests, and only existing ones', () => {
  for (const file of files.filter((each) => each.endsWith('kustomization.yaml'))) {
    const folder = file.replace('/kustomization.yaml', '');
    const { resources = [], components = [] } = parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
    for (const name of [...resources, ...components].filter((each) => each.startsWith('..'))) {
      expect(files).toContain(`${folder}/${name}/kustomization.yaml`.replace(/[^/]+\/\.\.\//, ''));
    }
    const beside = files.filter((each) => each.startsWith(`${folder}/`) && each !== file);
    expect(
      resources
        .filter((each) => !each.startsWith('..'))
        .map((each) => `${folder}/${each}`)
        .sort(),
    ).toEqual(beside);
  }
});

const kubectl = findProgram(['kubectl'], ['version', '--client']);

test.runIf(kubectl)('Kustomize renders the folder to copy, with every part', () => {
  const text = execFileSync(kubectl!, ['kustomize', `${base}/site`], { encoding: 'utf8' });
  const manifests = manifestsOf(text);
  for (const manifest of manifests)
    expect(faultsOf(manifest), `${manifest.kind} ${manifest.metadata.name}`).toEqual([]);
  const configMaps = manifests.filter(({ kind }) => kind === 'ConfigMap');
  expectToFit(
    manifests,
    Object.fromEntries(configMaps.map(({ metadata, data = {} }) => [metadata.name, Object.keys(data)])),
  );
  expect([...text.matchAll(/image: (.*)/g)].map(([, image]) => image)).toEqual(
    Array(3).fill('registry.example.org/association:1.0.0'),
  );
  const matches = files.filter((each) => !each.endsWith('kustomization.yaml'));
  const rows = matches.flatMap((file) => manifestsOf(readFileSync(file, 'utf8')));
  expect(manifests).toHaveLength(rows.length + 1);
});
