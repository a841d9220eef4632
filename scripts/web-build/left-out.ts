import type { Plugin } from 'vite';

/** Pages of the member and admin areas never run on the server, so their code stays out of its build. */
export function areasInBrowserOnly(): Plugin {
  return {
    name: 'areas-in-browser-only',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    load(id) {
      if (!/\/web\/areas\/(member|admin)\/\w+(Page|Layout)\.tsx$/.test(id)) return null;
      return 'export const Component = () => null;';
    },
  };
}

/**
 * The router's own build does not say that declaring a component has no effect: its unused components, with all that they need for
 * prefetching, are 3 KB that each visitor would load.
 */
export function routerPartsInUse(): Plugin {
  return {
    name: 'router-parts-in-use',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/lib\/dom\/lib\.js$/.test(id)) return null;
      const pure = code.replaceAll(/= (?=[\w$]+\.forwardRef\()/g, '= /* @__PURE__ */ ');
      return { code: pure.replaceAll(/^\w+\.displayName = .*;$/gm, ''), map: null };
    },
  };
}

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
