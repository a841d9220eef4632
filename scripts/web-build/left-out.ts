import type { Plugin } from 'vite';

/**
 * The library of blind signatures asks for Node.js's `crypto` in a try, and takes the browser's own where there is none. Answered
 * with nothing, as Vite would answer, but without its warning.
 */
export function nodeCryptoOfBrowsers(): Plugin {
  const nothing = '\0no-node-crypto';
  return {
    name: 'node-crypto-of-browsers',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (id, importer) => (id === 'crypto' && importer?.includes('/blindrsa-ts/') ? nothing : null),
    load: (id) => (id === nothing ? 'module.exports = {};' : null),
  };
}
