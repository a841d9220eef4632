import { registerHooks } from 'node:module';

// drizzle-orm declares a thousand entry points in a package.json of 180 KB, and Node.js parses that list anew for each of its
// hundred modules: half of what a start takes. What one of these imports from another needs no look into it.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    if (parentURL.includes('/node_modules/drizzle-orm/') && /^\.\.?\/.*\.js$/.test(specifier)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
});
