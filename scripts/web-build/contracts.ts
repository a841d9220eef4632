import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const folder = resolve(import.meta.dirname, '../../shared/contracts');

/**
 * Lets a page call the API without loading schemas: in the browser's build, a contract's module contains only the method and
 * path of each call, whether it uploads files, and the wire's names; its schemas are in a second module that only the forms that use them load.
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
      const lines: string[] = [];
      const schemas: string[] = [];
      for (const [name, value] of Object.entries(contract)) {
        if (isEndpoint(value)) {
          const { method, path, files, names } = value;
          lines.push(`export const ${name} = ${JSON.stringify({ method, path, files: files && {}, names })};`);
        } else if (isPlainData(value)) {
          lines.push(`export const ${name} = ${JSON.stringify(value)};`);
        } else {
          schemas.push(name);
        }
      }
      if (schemas.length > 0) lines.push(`export { ${schemas.join(', ')} } from './${basename(file)}?schemas';`);
      return { code: lines.join('\n'), moduleSideEffects: false };
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
