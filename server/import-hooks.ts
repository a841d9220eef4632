import { type ResolveFnOutput, registerHooks } from 'node:module';

// drizzle-orm declares 447 entry points in a package.json of 180 KB, and Node.js parses that list anew for each import of it and
// for each of its hundred modules: half of what a start takes. An entry is looked up once, and what one of its modules imports
// from another needs no look.
const entries = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    if (/^drizzle-orm(\/|$)/.test(specifier)) {
      const entry = entries.get(specifier) ?? nextResolve(specifier, context);
      entries.set(specifier, entry);
      return { ...entry, shortCircuit: true };
    }
    if (parentURL.includes('/node_modules/drizzle-orm/') && /^\.\.?\/.*\.js$/.test(specifier)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
});
