import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const folder = resolve(import.meta.dirname, '../../shared/contracts');

/**
 * Lets a page call the API without loading schemas: in the browser's build, a contract's module contains only the method and
 * path of each call, and whether it uploads files. Its schemas are in a second module that only the forms that use them load, and its
 * calls with other names on the wire in a third one, as the first touch of a page needs none of those.
 */
export function contractsWithoutSchemas(): Plugin {
  return {
    name: 'contracts-without-schemas',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      const [file = '', query] = id.split('?');
      if (!file.startsWith(folder)) return null;
      if (query === 'schemas') return { code: readFileSync(file, 'utf8'), moduleSideEffects: false };
      const contract = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      const here: string[] = [];
      const named = ["import { CallNames } from '#shared/wire-names.ts';"];
      const elsewhere: Record<'named' | 'schemas', string[]> = { named: [], schemas: [] };
      for (const [name, value] of Object.entries(contract)) {
        if (isEndpoint(value)) {
          const { method, path, files, names } = value;
          const call = JSON.stringify({ method, path, files: files && {} });
          if (names) {
            elsewhere.named.push(name);
            const renaming = `/*@__PURE__*/ new CallNames(${JSON.stringify(names)})`;
            named.push(`export const ${name} = { ...${call}, names: ${renaming} };`);
          } else here.push(`export const ${name} = ${call};`);
        } else if (isPlainData(value)) here.push(`export const ${name} = ${JSON.stringify(value)};`);
        else elsewhere.schemas.push(name);
      }
      for (const [part, names] of Object.entries(elsewhere)) {
        if (names.length > 0) here.push(`export { ${names.join(', ')} } from './${basename(file)}?${part}';`);
      }
      return { code: (query === 'named' ? named : here).join('\n'), moduleSideEffects: false };
    },
  };
}

/** Whether a value can be written as JSON. */
function isPlainData(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlainData);
  const isObject = typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
  return isObject && Object.values(value).every(isPlainData);
}

interface EndpointLike {
  method: string;
  path: string;
  access: string[];
  files?: unknown;
  names?: unknown;
}

function isEndpoint(value: unknown): value is EndpointLike {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}
