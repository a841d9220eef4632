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
